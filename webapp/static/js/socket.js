// socket.js: the line to the server.

import {recall} from "./page.js";

export async function post(path, body) {
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${recall("token")}`};
  return (await fetch(path, {method: "POST", headers, body: JSON.stringify(body)})).json();
}

const beat = 12000, slow = 1500, dead = 8000; // ms

export function connect({url, hello, heard, line}) {
  let socket, timer, attempt = 0, asked = 0, greeted = false, asleep = false;
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
    if (asleep) return;
    line("off");
    timer ||= setTimeout(open, Math.min(250 * 2 ** attempt, 8000) * (0.75 + Math.random() / 2));
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

  function wake() {
    asleep = false;
    if (socket) ping();
    else open();
  }

  /** Nobody is here now, so the bot tells what happens. */
  function sleep() {
    asleep = true;
    clearTimeout(timer);
    drop();
  }

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
  return {send: message => greeted && say(message), wake, sleep, renew: drop};
}
