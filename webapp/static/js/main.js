// main.js: people, server -> reduce -> render, effects.

import {listen, makeBoard} from "./board.js";
import {renderHome} from "./home.js";
import {renderLearn} from "./learn.js";
import {$, keep, recall, say} from "./page.js";
import {reduce} from "./reduce.js";
import {renderSettings, renderSheet} from "./sheets.js";
import {container, readLaunch, sound} from "./shell.js";
import {connect} from "./socket.js";
import {beginning, myTurn} from "./state.js";
import {renderClocks, renderTable} from "./table.js";
import {boardView, clocks} from "./view.js";

const root = document.documentElement;

const launch = readLaunch();
const inAddress = () => /^\/t\/([\w-]+)/.exec(location.pathname)?.[1] ?? null;
const chapterInAddress = () => /^\/learn\/?(\w*)/.exec(location.pathname)?.[1];
const linked = launch?.start?.startsWith("t_") ? launch.start.slice(2) : inAddress();
const board = makeBoard($("#board"), render);
const shell = container(launch, {back: () => history.back(), wake: () => wake(), arrived: render});
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
