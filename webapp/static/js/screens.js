// Home; the sheet below the board; the settings.

import {$, button, h, icon, part} from "./dom.js";
import {say} from "./i18n.js";
import {may, other, over} from "./state.js";
import {clockName, kindOf, lineAndSettings} from "./table.js";
import {nameOf, verdict} from "./view.js";

const head = (crest, title, why, close) => h("div.verdict", null,
  h("div", {class: crest && "crest", "aria-hidden": "true"}, (crest ?? []).map(kind => h(`i.${kind}`))),
  h("div", null, h("h2", null, title), why && h("p.why", null, why)),
  close && button(".icon", close, {"aria-label": say("close")}, icon("no")));

const main = (intent, picture, word, disabled) => button(".btn.main", intent, {disabled}, picture && icon(picture, "mirror"), say(word));
const soft = (intent, picture, word) => button(".btn.soft", intent, null, picture && icon(picture), say(word));

const radio = (intent, value, chosen, ...children) =>
  button("", intent, {role: "radio", "aria-checked": String(value === chosen), tabindex: value === chosen ? 0 : -1, [`data-${intent}`]: value}, ...children);

const terms = (table, side) => h("dl.terms", null, [["rules", table.rules_name], ["clock", clockName(table.time)], ["youPlay", say(side)]].map(([key, value]) =>
  h("div", null, h("dt", null, say(key)), h("dd", null, value))));

const builders = {
  lost: ({lost}) => [head(null, say("gone"), lost.text), main("home", null, "home")],
  invitation(state) {
    const {table} = state;
    const free = table.white ? "black" : "white";
    return [
      head([`${free[0]}m`], say("invites", {name: nameOf(table, other(free))}), kindOf(table)),
      terms(table, free),
      h("div.pair", null, main("sit", null, "sit", !may(state, "sit")), soft("close", "eye", "watch")),
    ];
  },
  waiting(state) {
    const {table} = state;
    return [
      head([`${table.you[0][0]}m`], say("waiting"), say("waitingWhy")),
      terms(table, table.you[0]),
      h("div.invite", null, h("input", {readonly: true, value: table.link, "aria-label": say("link"), id: "link"}), soft("copy", "copy", "copy")),
      h("div.pair", null, main("share", "share", "share"), may(state, "abort") && soft("abort", null, "cancel")),
    ];
  },
  result(state) {
    const {table} = state;
    const {title, why, winner} = verdict(table);
    const own = table.you.length === 1 ? table.you[0] : null;
    const crest = winner ? [`${(own ?? winner)[0]}${own && own !== winner ? "m" : "k"}`] : ["wm", "bm"];
    const asked = own && table.rematch.includes(own);
    const rival = own && !asked && !table.next && table.rematch.includes(other(own));
    return [
      head(crest, title, rival ? `${why} · ${say("wantsRematch", {name: nameOf(table, other(own))})}` : why, "close"),
      table.reward && h("p.why", null, table.reward.text.join(" ")),
      table.next ? main("next", "next", "nextGame")
        : table.you.length > 0 && table.status === "finished" && main("rematch", "again", asked ? "asked" : rival ? "acceptRematch" : "rematch", !may(state, "rematch")),
      h("div.pair", null, soft("share", "share", "share"), soft("home", "plus", "newGame")),
    ];
  },
};

/** A result waits until the last move has been shown. */
function sheetNow({screen, lost, table, closed}, busy) {
  if (screen !== "table") return null;
  if (lost) return "lost";
  if (!table || closed) return null;
  if (table.status === "open") return table.you.length ? "waiting" : "invitation";
  return over(table) && !busy ? "result" : null;
}

export function renderSheet(state, busy) {
  const root = $("#sheet");
  const name = sheetNow(state, busy);
  const {table, waiting, lost} = state;
  root.hidden = !name;
  root.dataset.name = name ?? "";
  part(root, name && [name, lost, table?.id, table?.version, table?.white, table?.black, waiting.length], () => (name ? builders[name](state) : []));
}

export function renderSettings({sheet, settings, table}) {
  const root = $("#settings");
  const {look} = document.documentElement.dataset;
  const toggle = (name, why) => h("label.row", null, h("span", null, say(name), why && h("small", null, say(why))),
    h("input", {type: "checkbox", role: "switch", "data-setting": name, checked: settings[name]}));
  root.hidden = !sheet;
  root.ariaLabel = say("settings");
  part(root, sheet && [settings, look, Boolean(table)], () => (sheet ? [
    head(null, say("settings"), "", "settings"),
    h("div.row", null, h("span", null, say("lookOf")), h("div.seg", {role: "radiogroup", "aria-label": say("lookOf")}, ["wood", "candy"].map(name => radio("look", name, look, say(name))))),
    toggle("coordinates"), toggle("hints"), toggle("auto", "autoWhy"),
    table && h("div.row", null, h("span", null, say("board")), soft("flip", "flip", "flip")),
  ] : []));
}

/* home */

export const clocks = [0, [180000, 2000], [300000, 3000], [600000, 5000], [900000, 10000]];

const opponent = table => nameOf(table, table.you[0] === "white" ? "black" : "white");

function turnOf(table) {
  if (table.status === "open") return say("waiting");
  if (table.one_device) return say("sideToMove", {side: say(table.turn)});
  return table.your_turn ? say("yourMove") : say("waitFor", {name: opponent(table)});
}

function hero(state) {
  const [game] = state.tables;
  part($("#hero"), [state.line, state.lag, game], () => [
    h("div.line", null, h("h1", null, "Dama"), lineAndSettings(state)),
    game ? h("p", null, h("b", null, turnOf(game)), !game.one_device && game.your_turn && [" · ", h("bdi", null, opponent(game))]) : h("p", null, say("tagline")),
    game && button(".btn.main", "enter", {"data-table": game.id}, say("resume")),
  ]);
}

function computer({level}) {
  return h("section.card", null,
    h("h2", null, say("playComputer")),
    h("div.levels", {role: "radiogroup", "aria-label": say("levels")}, [1, 2, 3, 4, 5, 6, 7, 8].map(n => radio("level", n, level, h("span", null, n)))),
    h("div.lvl", null,
      h("div", null, h("b", null, say("levelOf", {n: level, name: say(`level${level}`)})), h("p", null, say(`level${level}is`))),
      button(".btn.main", "open", {"data-against": "computer"}, icon("play"), say("play"))));
}

const row = (picture, title, why, intent, data) =>
  button("", intent, data, h("span.ico", null, icon(picture)), h("span", null, title, h("small", null, why)), icon("next", "go mirror"));

const people = ({tables}) => h("section.card.rows", null,
  row("link", say("friend"), say("friendWhy"), "open", {"data-against": "friend"}),
  row("two", say("device"), say("deviceWhy"), "open", {"data-against": "device"}),
  row("book", say("learn"), say("learnWhy"), "learn", {"data-chapter": "three"}),
  tables.slice(1, 4).map(game => row("play", opponent(game), turnOf(game), "enter", {"data-table": game.id})));

function options({side, rules, time}) {
  const option = name => h("option", {value: name, selected: rules === name}, say(name));
  return h("details.card.options", {open: $("#home details")?.open ?? innerHeight > 760},
    h("summary", null, h("span", null, say("options"), h("p", null, [say(side), say(rules), clockName(time)].join(" · "))), icon("next", "go")),
    h("div.field-row", null, say("colour"), h("div.seg", {role: "radiogroup", "aria-label": say("colour")},
      ["random", "white", "black"].map(name => radio("side", name, side, name !== "random" && h(`i.${name[0]}m`), say(name))))),
    h("label", null, say("rules"), h("select", {"data-form": "rules"},
      ["classic", "federation"].map(option), h("optgroup", {label: say("house")}, ["club", "crowned", "levant"].map(option)))),
    h("label", null, say("clock"), h("select", {"data-form": "time"}, clocks.map((each, index) =>
      h("option", {value: index, selected: `${each}` === `${time}`}, clockName(each))))));
}

export function renderHome(state) {
  const tables = [...state.tables].sort((one, two) => two.your_turn - one.your_turn || two.moved_ms - one.moved_ms);
  const sorted = {...state, tables};
  hero(sorted);
  part($("#home"), [state.form, tables.slice(1)], () => [computer(state.form), people(sorted), options(state.form)]);
}
