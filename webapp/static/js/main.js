// main.js: puts the page together: state -> render; what people do and what the server says -> reduce -> effects.

import {makeBoard} from "./board.js";
import {$, keep, recall} from "./dom.js";
import {clocks, renderHome} from "./home.js";
import {listen} from "./input.js";
import {reduce} from "./reducer.js";
import {renderSettings, renderSheet} from "./sheets.js";
import {beginning, myTurn} from "./state.js";
import {renderClocks, renderTable} from "./table.js";
import {container, readLaunch} from "./telegram.js";
import {say} from "./i18n.js";
import {boardView} from "./view.js";
import {connect} from "./wire.js";

const root = document.documentElement;
const launch = readLaunch();
let state = {
  ...beginning,
  inside: Boolean(launch),
  form: {...beginning.form, ...recall("form", {})},
  settings: {...beginning.settings, ...recall("settings", {})},
};
let wire = null, late = 0, ahead = 0; // ahead: the server's clock minus ours, ms
const operation = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");

const board = makeBoard($("#board"), () => render());
const home = container(launch, {back: () => history.back()});

function render() {
  root.dataset.screen = state.screen;
  board.show(boardView(state));
  renderTable(state);
  renderClocks(state, Date.now() + ahead);
  renderHome(state);
  renderSheet(state, board.busy());
  renderSettings(state);
  document.title = myTurn(state) ? `● ${say.yourMove()} · Dama` : "Dama";
  $("#toast").textContent = state.screen === "home" && state.note ? state.note : "";
}

function dispatch(event) {
  const [next, effects] = reduce(state, {...event, op: operation()});
  state = next;
  render();
  effects.forEach(carryOut);
}

function carryOut({send, go, say: words, buzz, token, later}) {
  if (send) wire.send(send);
  if (go !== undefined) visit(go);
  if (words) $("#say").textContent = words;
  if (buzz) home.buzz(buzz);
  if (token) keep("token", token);
  if (later) setTimeout(dispatch, 1500, later);
}

/* ---- the address: / and /t/<table>; Back leaves a table, and closes the settings first ---- */

const tableInAddress = () => /^\/t\/([\w-]+)/.exec(location.pathname)?.[1] ?? null;

function visit(table) {
  const address = table ? `/t/${table}` : "/";
  if (location.pathname !== address) history.pushState(null, "", address);
  home.showBack(Boolean(table));
}

addEventListener("popstate", () => {
  const table = tableInAddress();
  if (state.sheet) dispatch({type: "sheet", sheet: null});
  else dispatch(table ? {type: "visit", table} : {type: "home", pushed: true});
  home.showBack(Boolean(table));
});

/* ---- what people do: every button names its intent in data-do ---- */

async function copy() {
  const {link} = state.table;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    const field = $("#link");
    field?.select();
    if (!field || !document.execCommand("copy")) return dispatch({type: "note", text: link});
  }
  return dispatch({type: "note", text: say.copied()});
}

function settings(values) {
  dispatch({type: "settings", values});
  keep("settings", state.settings);
}

function form(values) {
  dispatch({type: "form", values});
  keep("form", state.form);
}

const intents = {
  home: () => dispatch({type: "home"}),
  resume: ({table}) => dispatch({type: "resume", table}),
  next: () => dispatch({type: "resume", table: state.table.next}),
  open: ({against}) => dispatch({type: "open", against}),
  level: ({level}) => form({level: Number(level)}),
  side: ({side}) => form({side}),
  undo: () => dispatch({type: "undo"}),
  choose: ({way}) => dispatch({type: "choose", way: Number(way)}),
  close: () => dispatch({type: "close"}),
  flip: () => dispatch({type: "flip"}),
  copy,
  async share() {
    if (!await home.share(state.table.link, say.shareText())) await copy();
  },
  arm({what}) {
    dispatch({type: "arm", what});
    setTimeout(() => dispatch({type: "disarm", what}), 3000);
  },
  settings() {
    if (state.sheet) return history.back();
    history.pushState({sheet: true}, "");
    return dispatch({type: "sheet", sheet: "settings"});
  },
  look({look}) {
    root.dataset.look = look ?? (root.dataset.look === "wood" ? "candy" : "wood");
    settings({look: root.dataset.look});
  },
};

document.addEventListener("click", event => {
  const pressed = event.target.closest("[data-do]");
  if (state.sheet && !event.target.closest("#settings")) return history.back();
  if (!pressed || pressed.disabled) return;
  const {do: intent, ...data} = pressed.dataset;
  if (intents[intent]) intents[intent](data);
  else dispatch({type: "act", what: intent});
});

document.addEventListener("change", ({target}) => {
  if (target.dataset.setting) settings({[target.dataset.setting]: target.checked});
  if (target.dataset.form === "rules") form({rules: target.value});
  if (target.dataset.form === "time") form({time: clocks[target.value]});
});

// one stop for the keyboard in a group of radio buttons, arrows inside
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

/* ---- beginning ---- */

listen(board, $("#board"), dispatch);
const start = launch?.start?.startsWith("t_") ? launch.start.slice(2) : tableInAddress();
if (start) {
  if (!tableInAddress()) history.pushState(null, "", `/t/${start}`);
  state = {...state, screen: "table", wanted: start};
}
render();

wire = connect({
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
  hello: () => ({token: recall("token", null) ?? undefined, init: launch?.init || undefined, lang: navigator.language}),
  heard(message) {
    if (message.now) ahead = message.now - Date.now();
    if (message.t === "welcome") {
      clearTimeout(late);
      late = 0;
      root.dataset.ready = "";
    }
    dispatch({type: "heard", message});
  },
  line(line, lag) {
    if (line !== "off") return state.line === line && state.lag === lag ? undefined : dispatch({type: "line", line, lag});
    delete root.dataset.ready;
    late ||= setTimeout(() => dispatch({type: "line", line}), 2000); // a short break is nobody's business
    return undefined;
  },
});

setInterval(() => {
  if (state.table?.clock?.running) renderClocks(state, Date.now() + ahead);
}, 100);
