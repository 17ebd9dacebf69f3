// home.js: the first screen.

import {$, button, connection, dotted, h, icon, part, radio, row, say, settingsButton, soft} from "./page.js";
import {clockName, clocks, opponent, turnOf} from "./view.js";

function hero(state) {
  const [game] = state.tables;
  part($("#hero"), [
    h("div.line", h("h1", "Dama"), connection(state), settingsButton()),
    game ? h("p", h("b", turnOf(game)), !game.one_device && game.your_turn && [" · ", h("bdi", opponent(game))]) : h("p", say("tagline")),
    game && button(".btn.main", "enter", {"data-table": game.id}, say("resume")),
  ]);
}

function computer({level}) {
  return h("section.card",
    h("h2", say("playComputer")),
    h("div.levels", {role: "radiogroup", "aria-label": say("levels")}, [1, 2, 3, 4, 5, 6, 7, 8].map(n => radio("level", n, level, h("span", n)))),
    h("div.lvl",
      h("div", h("b", say("levelOf", {n: level, name: say(`level${level}`)})), h("p", say(`level${level}is`))),
      button(".btn.main", "open", {"data-against": "computer"}, icon("play"), say("play"))));
}

const people = ({tables, banned, form: {time}}) => h("section.card.rows",
  !banned && [
    row("share", say("friend"), say("friendWhy"), "open", {"data-against": "friend"}),
    row("seek", say("seek"), clockName(time || [300000, 3000]), "seek"),
    row("two", say("device"), say("deviceWhy"), "open", {"data-against": "device"}),
  ],
  row("book", say("learn"), say("learnWhy"), "learn", {"data-chapter": "three"}),
  tables.slice(1, 4).map(game => row("play", opponent(game), turnOf(game), "enter", {"data-table": game.id})));

const doors = () => h("div.pair", soft("games", null, "games"), soft("top", null, "top"));

function options({form: {side, rules, time, rated}, you}) {
  const option = name => h("option", {value: name, selected: rules === name}, say(name));
  return h("details.card.options", {open: $("#home details")?.open ?? innerHeight > 760},
    h("summary", h("span", say("options"), h("p", dotted(say(side), say(rules), clockName(time)))), icon("next", "go")),
    h("div.field-row", say("colour"), h("div.seg", {role: "radiogroup", "aria-label": say("colour")},
      ["random", "white", "black"].map(name => radio("side", name, side, name !== "random" && h(`i.${name[0]}m`), say(name))))),
    h("label", say("rules"), h("select", {"data-form": "rules"},
      ["classic", "federation"].map(option), h("optgroup", {label: say("house")}, ["club", "crowned", "levant"].map(option)))),
    h("label", say("clock"), h("select", {"data-form": "time"}, clocks.map((each, index) =>
      h("option", {value: index, selected: `${each}` === `${time}`}, clockName(each))))),
    you?.kind === "telegram" && h("label.row", h("span", say("rated")), h("input", {type: "checkbox", role: "switch", "data-form": "rated", checked: rated})));
}

export function renderHome(state) {
  if (state.screen !== "home") return;
  const tables = [...state.tables].sort((one, two) => two.your_turn - one.your_turn || two.moved_ms - one.moved_ms);
  const sorted = {...state, tables};
  hero(sorted);
  part($("#home"), [state.banned ? h("section.card", h("h2", state.banned)) : computer(state.form), people(sorted), !state.banned && options(state), doors()]);
}
