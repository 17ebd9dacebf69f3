// Puts the page together: people, server -> reduce -> render, effects.

import {makeBoard} from "./board.js";
import {$, keep, recall} from "./dom.js";
import {say} from "./i18n.js";
import {listen} from "./input.js";
import {renderLearn} from "./learn.js";
import {reduce} from "./reducer.js";
import {clocks, renderHome, renderSettings, renderSheet} from "./screens.js";
import {beginning, myTurn} from "./state.js";
import {renderClocks, renderTable} from "./table.js";
import {container, readLaunch} from "./telegram.js";
import {boardView} from "./view.js";
import {connect} from "./wire.js";

const root = document.documentElement;
const launch = readLaunch();
const inAddress = () => /^\/t\/([\w-]+)/.exec(location.pathname)?.[1] ?? null;
const chapterInAddress = () => /^\/learn\/?(\w*)/.exec(location.pathname)?.[1];
const linked = launch?.start?.startsWith("t_") ? launch.start.slice(2) : inAddress();
const board = makeBoard($("#board"), render);
const shell = container(launch, () => history.back());
let state = {
  ...beginning, inside: Boolean(launch), screen: linked ? "table" : "home", wanted: linked,
  ...(root.dataset.screen === "learn" && {screen: "learn", chapter: chapterInAddress(), first: chapterInAddress() === undefined}),
  form: {...beginning.form, ...recall("form")}, settings: {...beginning.settings, ...recall("settings")},
};
let send = () => false, late = 0, fading = 0, ahead = 0; // ahead: the server's clock minus ours, ms

function render() {
  root.dataset.screen = state.screen;
  document.title = myTurn(state) ? `● ${say("yourMove")} · Dama` : "Dama";
  board.show(boardView(state));
  renderTable(state);
  renderClocks(state, Date.now() + ahead);
  renderHome(state);
  renderSheet(state, board.busy());
  renderSettings(state);
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

function carryOut({send: message, go, say: words, buzz, token, later}) {
  if (message) send(message);
  if (go) turnPage(go);
  if (words) $("#say").textContent = words;
  if (buzz) shell.buzz(buzz);
  if (token) keep("token", token);
  if (later) setTimeout(dispatch, 1500, later);
}

/* the address; Back leaves a table, and closes the settings first */

function turnPage(table) {
  const address = table ? `/t/${table}` : "/";
  if (location.pathname !== address) history.pushState(null, "", address);
  shell.showBack(table);
}

addEventListener("popstate", () => {
  if (state.sheet) return put({sheet: null});
  if (chapterInAddress() !== undefined) return put({screen: "learn", chapter: chapterInAddress(), first: false});
  if (state.screen === "learn") put({screen: state.wanted ? "table" : "home"});
  shell.showBack(inAddress());
  return dispatch({type: "visit", table: inAddress()});
});

/* every button names its intent in data-do; others are deeds at the table */

async function copy() {
  const {link} = state.table;
  put({note: await navigator.clipboard?.writeText(link).then(() => say("copied"), () => link) ?? link});
}

function choose(type, values) {
  dispatch({type, values});
  keep(type, state[type]);
}

const intents = {
  home() {
    turnPage(null);
    dispatch({type: "visit", table: null});
  },
  next: () => dispatch({type: "enter", table: state.table.next}),
  enter: ({table}) => dispatch({type: "enter", table}),
  open: ({against}) => dispatch({type: "open", against}),
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
  settings() {
    if (state.sheet) return history.back();
    history.pushState(null, "");
    put({sheet: "settings"});
    return $("#settings button").focus();
  },
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

document.addEventListener("change", ({target: {dataset, checked, value}}) => {
  if (dataset.keep) {
    keep(dataset.keep, value);
    location.reload();
  }
  if (dataset.setting) choose("settings", {[dataset.setting]: checked});
  if (dataset.form) choose("form", {[dataset.form]: dataset.form === "time" ? clocks[value] : value});
});

document.addEventListener("keydown", event => {
  const step = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
  if (event.key === "Escape" && state.sheet) history.back();
  if (!step || event.target.role !== "radio") return;
  const group = [...event.target.parentElement.children];
  const next = group[(group.indexOf(event.target) + step + group.length) % group.length];
  event.preventDefault();
  next.focus();
  next.click();
});

listen(board, dispatch);
if (linked && !inAddress()) history.pushState(null, "", `/t/${linked}`);
render();
send = connect({
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
setInterval(() => state.table?.clock?.running && renderClocks(state, Date.now() + ahead), 100);
