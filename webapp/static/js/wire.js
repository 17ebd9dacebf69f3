// wire.js: the socket. It comes back by itself (backoff, at once when the network or the page wakes), says hello first,
// measures the line, and hands every frame on. What has to be sent again after a break the reducer knows.

const steps = [250, 500, 1000, 2000, 4000, 8000]; // ms between attempts
const beat = 12000, slow = 1500, dead = 8000;     // ms: a ping every beat; an answer overdue is slow, then dead

/** {send(message) -> whether it went out, close()}. `hello()` gives the first frame; `heard(message)`, `line(state, lag)` are called. */
export function connect({url, hello, heard, line}) {
  let socket = null, attempt = 0, again = 0, count = 0, asked = 0, greeted = false;

  function open() {
    clearTimeout(again);
    again = 0;
    greeted = false;
    socket = new WebSocket(url);
    const greet = () => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify({t: "hello", v: 1, ...hello()}));
    socket.onopen = greet;
    socket.onmessage = ({data}) => {
      const message = JSON.parse(data);
      if (message.t === "welcome") { greeted = true; attempt = 0; asked = 0; }
      if (message.t === "pong") return answered();
      if (message.code === "store_down" && !greeted) return setTimeout(greet, 1500);
      return heard(message);
    };
    socket.onclose = lost;
  }

  function lost() {
    socket = null;
    line("off");
    const wait = steps[Math.min(attempt, steps.length - 1)];
    attempt += 1;
    again ||= setTimeout(open, wait * (0.75 + Math.random() / 2));
  }

  /** Drops a socket that no longer answers; its late events are of no interest. */
  function drop() {
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    lost();
  }

  function answered() {
    asked = 0;
    line("on");
  }

  function ping() {
    if (!greeted || socket?.readyState !== WebSocket.OPEN) return;
    asked ||= performance.now();
    count += 1;
    socket.send(JSON.stringify({t: "ping", n: count}));
  }

  setInterval(ping, beat);
  setInterval(() => {
    const late = asked && performance.now() - asked;
    if (late > dead) drop();
    else if (late > slow) line("slow", Math.round(late / 1000));
  }, 1000);

  /** The page wakes or the network is back: try now, or ask whether the other end is still there. */
  const wake = () => {
    if (socket?.readyState === WebSocket.OPEN) return ping();
    if (again) open();
    return undefined;
  };
  addEventListener("online", wake);
  addEventListener("offline", drop);
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  open();

  return {
    send(message) {
      if (!greeted || socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
  };
}
