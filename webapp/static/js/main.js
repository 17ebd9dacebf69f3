// main.js: people, server -> reduce -> render, effects; and what lies round the page: Telegram, sounds, the socket.

import {$, keep, listen, makeBoard, recall, say} from "./board.js";
import {beginning, boardView, myTurn, reduce} from "./game.js";
import {clocks, renderClocks, renderHome, renderLearn, renderSettings, renderSheet, renderTable} from "./screens.js";

const root = document.documentElement;

/** {init, start, theme}; null in an ordinary browser. */
function readLaunch() {
  let text = location.hash.slice(1);
  try {
    if (!text.includes("tgWebApp")) text = sessionStorage.getItem("dama.launch") ?? "";
    else sessionStorage.setItem("dama.launch", text);
  } catch { /* forbidden: the address will do */ }
  const given = new URLSearchParams(text);
  if (!given.has("tgWebAppVersion")) return null;
  const init = given.get("tgWebAppData") ?? "";
  const start = new URLSearchParams(init).get("start_param") ?? given.get("tgWebAppStartParam");
  let theme = {};
  try { theme = JSON.parse(given.get("tgWebAppThemeParams")) ?? {}; } catch { /* our own colours */ }
  return {init, start, theme};
}

const luminance = colour => colour.match(/\w\w/g)
  .reduce((sum, pair, index) => sum + [0.2126, 0.7152, 0.0722][index] * (parseInt(pair, 16) / 255) ** 2.2, 0.05);

/** Below 4.5:1 between text and grounds our own colours stand. */
function wear(theme) {
  const hex = name => (/^#[0-9a-f]{6}$/i.test(theme[name]) ? theme[name] : null);
  const bg = hex("bg_color"), text = hex("text_color");
  const contrast = other => luminance(text) / luminance(other);
  const good = bg && text && [bg, hex("secondary_bg_color") ?? bg].map(contrast).every(ratio => ratio >= 4.5 || ratio <= 1 / 4.5);
  if (bg) root.dataset.scheme = luminance(bg) < 0.3 ? "dark" : "light";
  root.style.setProperty("--tg-theme-bg-color", good ? bg : "initial");
  root.style.setProperty("--tg-theme-text-color", good ? text : "initial");
}

/** `back`: its Back button; `wake`: it is in front again. Everything waits for the version that has it. */
function container(launch, back, wake) {
  let app = null, mirrored = [];
  const since = version => app?.isVersionAtLeast(version);
  const showBack = shown => since("6.1") && app.BackButton[shown ? "show" : "hide"]();
  const dark = matchMedia("(prefers-color-scheme: dark)");

  /** Not while its own buttons stand there: the board keeps its size. */
  const measure = () => app.MainButton.isVisible || root.style.setProperty("--full", `${app.viewportStableHeight}px`);

  function stand(index, button) {
    const native = [app.MainButton, since("7.10") && app.SecondaryButton][index];
    if (!native) return;
    const colour = name => getComputedStyle(root).getPropertyValue(`--${name}`).trim().replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
    native.setParams(button
      ? {text: button.textContent, is_visible: true, is_active: !button.disabled, ...(!index && {color: colour("accent"), text_color: colour("on-accent")})}
      : {is_visible: false});
    button?.classList.add("native");
  }

  function mirror(buttons) {
    if (!app) return;
    const pick = name => [...buttons].filter(button => button.classList.contains(name)).at(-1);
    const next = [pick("main"), pick("second")];
    const key = list => list.map(button => button && button.textContent + button.disabled).join("|");
    if (key(next) !== key(mirrored)) next.forEach((button, index) => stand(index, button));
    mirrored = next;
  }

  function arrive() {
    app = window.Telegram?.WebApp;
    if (!app) return;
    app.ready();
    app.expand();
    measure();
    app.onEvent("themeChanged", () => wear(app.themeParams));
    app.onEvent("viewportChanged", ({isStateStable}) => isStateStable && measure());
    [app.MainButton, since("7.10") && app.SecondaryButton].forEach((native, index) => native && native.onClick(() => mirrored[index]?.click()));
    if (since("6.1")) app.BackButton.onClick(back);
    if (since("7.7")) app.disableVerticalSwipes(); // a drag closes nothing
    if (since("8.0")) app.onEvent("activated", wake);
    showBack(root.dataset.screen !== "home");
    render();
  }

  if (!launch) dark.addEventListener("change", () => { root.dataset.scheme = dark.matches ? "dark" : "light"; });
  else {
    wear(launch.theme);
    const script = document.createElement("script");
    script.src = "https://telegram.org/js/telegram-web-app.js";
    script.onload = arrive;
    document.head.append(script);
  }
  return {
    showBack,
    mirror,
    buzz(kind) {
      if (!since("6.1") || kind === "move") return;
      if (["light", "medium"].includes(kind)) app.HapticFeedback.impactOccurred(kind);
      else app.HapticFeedback.notificationOccurred(kind);
    },
    askToWrite: () => since("6.9") && !app.initDataUnsafe?.user?.allows_write_to_pm && app.requestWriteAccess(),
    async share(url, text) {
      if (since("6.1")) app.openTelegramLink(`https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`);
      else if (navigator.share) await navigator.share({url, text}).catch(() => {});
      return Boolean(since("6.1") || navigator.share);
    },
  };
}

const tunes = {
  move: [[196, 0, 50]], light: [[147, 0, 60]], medium: [[294, 0, 80], [440, 90, 140]], warning: [[110, 0, 80]], error: [[98, 0, 160]],
  success: [[392, 0, 110], [523, 110, 110], [659, 220, 240]],
};
let context = null;

/** Not before the first touch: browsers forbid it. */
function sound(kind) {
  if (document.hidden || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [frequency, after, length] of tunes[kind]) {
    const start = context.currentTime + after / 1000;
    const tone = new OscillatorNode(context, {type: "triangle", frequency});
    const volume = new GainNode(context, {gain: 0.3});
    volume.gain.setTargetAtTime(0, start, length / 3000);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length / 500);
  }
}

const waits = [250, 500, 1000, 2000, 4000, 8000]; // ms between attempts
const beat = 12000, slow = 1500, dead = 8000;     // ms between pings; an answer overdue is slow, then dead

function connect({url, hello, heard, line}) {
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

const launch = readLaunch();
const inAddress = () => /^\/t\/([\w-]+)/.exec(location.pathname)?.[1] ?? null;
const chapterInAddress = () => /^\/learn\/?(\w*)/.exec(location.pathname)?.[1];
const linked = launch?.start?.startsWith("t_") ? launch.start.slice(2) : inAddress();
const board = makeBoard($("#board"), render);
const shell = container(launch, () => history.back(), () => wake());
let state = {
  ...beginning, inside: Boolean(launch), screen: linked ? "table" : "home", wanted: linked,
  ...(root.dataset.screen === "learn" && {screen: "learn", chapter: chapterInAddress(), first: chapterInAddress() === undefined}),
  form: {...beginning.form, ...recall("form")}, settings: {...beginning.settings, ...recall("settings")},
};
let send = () => false, wake = () => {}, late = 0, fading = 0, ahead = 0; // ahead: the server's clock minus ours, ms

function render() {
  root.dataset.screen = state.screen;
  document.title = myTurn(state) ? `● ${say("yourMove")} · Dama` : "Dama";
  board.show(boardView(state));
  renderTable(state);
  renderClocks(state, Date.now() + ahead);
  renderHome(state);
  renderSheet(state, board.busy());
  renderSettings(state);
  shell.mirror(document.querySelectorAll("#status :is(.main, .second), #sheet:not([hidden]) :is(.main, .second)"));
  renderLearn(state, render);
  $("#toast").textContent = (state.screen === "home" && state.note) || "";
}

function dispatch(event) {
  const {note} = state;
  const op = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
  const [next, effects] = reduce(state, {...event, op});
  state = next;
  render();
  effects.forEach(carryOut);
  if (state.note === note) return;
  clearTimeout(fading);
  if (state.note) fading = setTimeout(put, 5000, {note: null});
}

const put = values => dispatch({type: "put", values});

function carryOut({send: message, go, say: words, buzz, token, later, moved}) {
  if (message) send(message);
  if (go) turnPage(go);
  if (words) $("#say").textContent = words;
  if (buzz && state.settings.sounds) setTimeout(sound, 0, buzz); // its faults are its own
  if (buzz && state.settings.haptics) shell.buzz(buzz);
  if (moved && launch && !recall("asked")) {
    keep("asked", true);
    shell.askToWrite();
  }
  if (token) keep("token", token);
  if (later) setTimeout(dispatch, later.only ? 4000 : 1500, later);
}

function turnPage(table) {
  const address = table ? `/t/${table}` : "/";
  if (location.pathname !== address) history.pushState(null, "", address + location.hash); // Telegram's script reads it
  shell.showBack(table);
}

addEventListener("popstate", () => {
  if (state.sheet) return put({sheet: null});
  if (chapterInAddress() !== undefined) return put({screen: "learn", chapter: chapterInAddress(), first: false});
  if (state.screen === "learn") put({screen: state.wanted ? "table" : "home"});
  shell.showBack(inAddress());
  return dispatch({type: "visit", table: inAddress()});
});

async function copy() {
  const {link} = state.table;
  put({note: await navigator.clipboard?.writeText(link).then(() => say("copied"), () => link) ?? link});
}

function choose(type, values) {
  dispatch({type, values});
  keep(type, state[type]);
}

function dialog(sheet) {
  if (state.sheet) return history.back();
  history.pushState(null, "");
  if (sheet !== "settings") send({t: sheet});
  put({sheet});
  return $("#settings button").focus();
}

const intents = {
  home() {
    turnPage(null);
    dispatch({type: "visit", table: null});
  },
  next: () => dispatch({type: "enter", table: state.table.next}),
  enter: ({table}) => dispatch({type: "enter", table}),
  open: ({against}) => dispatch({type: "open", against}),
  step: ({by, to}) => dispatch({type: "step", by: Number(by), to: to && Number(to)}),
  confirm: () => dispatch({type: "confirm"}),
  seek: () => dispatch({type: "seek"}),
  unseek: () => dispatch({type: "unseek"}),
  undo: () => dispatch({type: "undo"}),
  flip: () => dispatch({type: "flip"}),
  choose: ({way}) => dispatch({type: "choose", way}),
  close: () => put({closed: true}),
  level: ({level}) => choose("form", {level: Number(level)}),
  side: ({side}) => choose("form", {side}),
  copy,
  share: async () => await shell.share(state.table.link, say("shareText")) || copy(),
  learn({chapter}) {
    history[state.screen === "learn" ? "replaceState" : "pushState"](state.screen === "learn" ? history.state : 1, "", `/learn/${chapter}`);
    shell.showBack(true);
    put({screen: "learn", chapter, first: false});
  },
  leave() {
    keep("taught", true);
    if (state.first) put({screen: "home", first: false});
    else if (history.state) history.back();
    else intents.home();
  },
  arm({what}) {
    dispatch({type: "arm", what});
    setTimeout(dispatch, 3000, {type: "disarm", what});
  },
  settings: () => dialog("settings"),
  games: () => dialog("games"),
  top: () => dialog("top"),
  look({look = root.dataset.look === "wood" ? "candy" : "wood"}) {
    root.dataset.look = look;
    choose("settings", {look});
  },
};

document.addEventListener("click", ({target}) => {
  const pressed = target.closest("[data-do]");
  if (state.sheet && !target.closest("#settings")) return history.back();
  if (!pressed || pressed.disabled) return undefined;
  const {do: what, ...data} = pressed.dataset;
  return intents[what] ? intents[what](data) : dispatch({type: "act", what});
});

document.addEventListener("change", ({target: {dataset, checked, value, type}}) => {
  if (dataset.keep) {
    keep(dataset.keep, value);
    location.reload();
  }
  if (dataset.setting) choose("settings", {[dataset.setting]: checked});
  if (dataset.setting) root.toggleAttribute("data-still", state.settings.still || matchMedia("(prefers-reduced-motion: reduce)").matches);
  if (dataset.form) choose("form", {[dataset.form]: dataset.form === "time" ? clocks[value] : type === "checkbox" ? checked : value});
});

document.addEventListener("keydown", event => {
  const step = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
  const by = {PageUp: -1, PageDown: 1}[event.key] ?? (event.target.closest("#board, input, select, [role=radio]") ? 0 : {ArrowLeft: -1, ArrowRight: 1}[event.key] * (root.dir === "rtl" ? -1 : 1));
  if (event.key === "Escape" && state.sheet) history.back();
  if (by && state.table && !state.sheet) {
    event.preventDefault();
    dispatch({type: "step", by});
  }
  if (!step || event.target.role !== "radio") return;
  const group = [...event.target.parentElement.children];
  const next = group[(group.indexOf(event.target) + step + group.length) % group.length];
  event.preventDefault();
  next.focus();
  next.click();
});

listen(board, dispatch);
if (linked && !inAddress()) history.pushState(null, "", `/t/${linked}${location.hash}`);
render();
({send, wake} = connect({
  url: `${location.origin.replace("http", "ws")}/ws`,
  hello: () => ({token: recall("token"), init: launch?.init, lang: root.lang, zone: Intl.DateTimeFormat().resolvedOptions().timeZone}),
  heard(message) {
    if (message.now) ahead = message.now - Date.now();
    if (message.t === "welcome") {
      late = clearTimeout(late);
      root.dataset.ready = "";
    }
    dispatch({type: "heard", message});
  },
  line(line, lag = 0) {
    if (line === "off") {
      delete root.dataset.ready;
      late ||= setTimeout(dispatch, 2000, {type: "line", line}); // a short break is nobody's business
    } else if (state.line !== line || state.lag !== lag) dispatch({type: "line", line, lag});
  },
}));
setInterval(() => state.table?.clock?.running && renderClocks(state, Date.now() + ahead), 100);
