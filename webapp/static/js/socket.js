// socket.js: the line to the server, which comes back by itself.

const waits = [250, 500, 1000, 2000, 4000, 8000]; // ms between attempts
const beat = 12000, slow = 1500, dead = 8000;     // ms between pings; an answer overdue is slow, then dead

export function connect({url, hello, heard, line}) {
  let socket, timer, attempt = 0, asked = 0, greeted = false;
  const say = message => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
  const greet = () => say({t: "hello", v: 1, ...hello()});

  function open() {
    clearTimeout(timer);
    timer = 0;
    asked = performance.now();
    socket = new WebSocket(url);
    socket.onopen = greet;
    socket.onclose = lost;
    socket.onmessage = ({data}) => {
      const message = JSON.parse(data);
      if (message.t === "welcome") {
        greeted = true;
        attempt = asked = 0;
      }
      if (message.t === "pong") {
        asked = 0;
        line("on");
      } else if (!greeted && message.code === "store_down") setTimeout(greet, 1500);
      else heard(message);
    };
  }

  function lost() {
    socket = null;
    asked = 0;
    greeted = false;
    line("off");
    timer ||= setTimeout(open, waits[Math.min(attempt, waits.length - 1)] * (0.75 + Math.random() / 2));
    attempt += 1;
  }

  function drop() {
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    lost();
  }

  function ping() {
    if (greeted) asked ||= performance.now();
    if (greeted) say({t: "ping", n: Math.round(asked)});
  }

  const wake = () => (timer ? open() : ping());
  setInterval(ping, beat);
  setInterval(() => {
    const late = asked && performance.now() - asked;
    if (late > dead) drop();
    else if (late > slow && greeted) line("slow", Math.round(late / 1000));
  }, 1000);
  addEventListener("online", wake);
  addEventListener("offline", drop);
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  open();
  return {send: message => greeted && say(message), wake};
}
