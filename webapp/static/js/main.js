// main.js: people, server -> reduce -> render.

import {listen, makeBoard} from "./board.js";
import {renderHome} from "./home.js";
import {renderLearn} from "./learn.js";
import {$, dotted, keep, recall, say} from "./page.js";
import {handlers, reduce} from "./reduce.js";
import {dialogs, renderDialog, renderSheet} from "./sheets.js";
import {container, sound} from "./shell.js";
import {connect, post} from "./socket.js";
import {beginning, myTurn} from "./state.js";
import {renderClocks, renderTable} from "./table.js";
import {boardView, clocks} from "./view.js";

const root = document.documentElement;

const inAddress = () => /^\/t\/([\w-]+)/.exec(location.pathname)?.[1] ?? null;
const chapterInAddress = () => /^\/learn\/?(\w*)/.exec(location.pathname)?.[1];
const linked = launch?.start?.startsWith("t_") ? launch.start.slice(2) : inAddress();
const board = makeBoard($("#board"), render);
const shell = container({back: () => history.back(), wake: () => line.wake(), sleep: () => line.sleep(), arrived: () => put({canAddHome: shell.canAddHome()})});
let state = {
  ...beginning, inside: Boolean(launch), screen: linked ? "table" : "home", wanted: linked,
  ...(root.dataset.screen === "learn" && {screen: "learn", chapter: chapterInAddress(), first: chapterInAddress() === undefined}),
  form: {...beginning.form, ...recall("form")}, settings: {...beginning.settings, ...recall("settings")},
};
let late = 0, fading = 0, ahead = 0; // ahead: the server's clock minus ours, ms

function render() {
  root.dataset.screen = state.screen;
  document.title = myTurn(state) ? `● ${say("yourMove")} · Dama` : "Dama";
  board.show(boardView(state));
  renderTable(state);
  renderClocks(state, Date.now() + ahead);
  renderHome(state);
  renderSheet(state, board.busy());
  renderDialog(state);
  shell.mirror([...document.querySelectorAll("#status button, #sheet:not([hidden]) button")]);
  renderLearn(state, render);
  $("#toast").textContent = ((state.screen !== "table" || state.sheet) && state.note) || "";
}

function dispatch(event) {
  const {note} = state;
  const op = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const [next, effects] = reduce(state, {...event, op});
  state = next;
  render();
  effects.forEach(carryOut);
  if (state.note === note) return;
  clearTimeout(fading);
  if (state.note) fading = setTimeout(put, 5000, {note: null});
}

const put = values => dispatch({type: "put", values});

function carryOut({send: message, go, say: words, buzz, token, later, after = 1500, moved, speak}) {
  if (message) line.send(message);
  if (go) turnPage(go);
  if (words) $("#say").textContent = words;
  if (buzz && state.settings.sounds) setTimeout(sound, 0, buzz); // its faults are its own
  if (buzz && state.settings.haptics) shell.buzz(buzz);
  if (moved && launch && !recall("asked")) {
    keep("asked", true);
    shell.askToWrite();
  }
  if (token) keep("token", token);
  if (later) setTimeout(dispatch, after, later);
  // once: what could not be kept would come again
  if (speak !== undefined && speak !== (recall("language") ?? "") && keep("language", speak) && speak !== root.lang) location.reload();
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
  if (["games", "top"].includes(sheet)) line.send({t: sheet});
  put({sheet});
  return $("#settings button").focus();
}

function ask(message) {
  if (state.sheet) history.back();
  dispatch({type: "ask", message});
}

/** Whose account it is. */
async function look(link) {
  try {
    put({bind: {link, ...await post("/api/bind", {code: link, look: true})}});
  } catch {
    setTimeout(look, 2000, link);
  }
}

async function signIn() {
  const {link, name} = state.bind;
  put({bind: {name, sent: true}});
  const answer = await post("/api/bind", {code: link}).catch(() => ({text: say("off")}));
  if (!answer.token) return put({bind: answer});
  keep("token", answer.token);
  line.renew();
  history.back();
  return put({note: dotted(say("bound", {name}), answer.moved && say("moved", {n: answer.moved}))});
}

const intents = {
  home() {
    turnPage(null);
    dispatch({type: "visit", table: null});
  },
  next: () => dispatch({type: "enter", table: state.table.next}),
  close: () => put({closed: true}),
  level: ({level}) => choose("form", {level: Number(level)}),
  side: ({side}) => choose("form", {side}),
  copy,
  async share() {
    const {id, link, you} = state.table;
    const prepare = state.you?.kind === "telegram" && you.length && (() => post("/api/share", {table: id}));
    if (!await shell.share(link, say("shareText"), prepare)) copy();
  },
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
  quick: () => dispatch({type: "quick", now: state.quick ? null : "open"}),
  block: ({on}) => ask({t: "block", on: on === ""}),
  report() {
    const {value} = $("#ground");
    if (value === "reportWhy") $("#ground").focus();
    else ask({t: "report", ground: value});
  },
  signIn,
  addHome: () => shell.addHome(),
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
  if (what in dialogs) return dialog(what);
  return intents[what] ? intents[what](data) : dispatch({what, ...data, type: what in handlers ? what : "act"});
});

document.addEventListener("change", ({target: {dataset, checked, value, type}}) => {
  if (dataset.keep) dispatch({type: "ask", message: {t: "prefer", language: value}});
  if ("mute" in dataset) dispatch({type: "ask", message: {t: "mute", on: checked}});
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
const line = connect({
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
});

function openLink() {
  const link = new URLSearchParams(location.hash.slice(1)).get("bind");
  if (!link) return;
  history.replaceState(null, "", location.pathname);
  dialog("bind");
  look(link);
}
addEventListener("hashchange", openLink);
openLink();
setInterval(() => state.table?.clock?.running && renderClocks(state, Date.now() + ahead), 100);
