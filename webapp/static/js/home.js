// home.js: the first screen.

import {$, button, h, icon, lineAndSettings, part, radio, row, say, soft} from "./page.js";
import {clockName, clocks, opponent, turnOf} from "./view.js";

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

const people = ({tables, form: {time}}) => h("section.card.rows", null,
  row("link", say("friend"), say("friendWhy"), "open", {"data-against": "friend"}),
  row("seek", say("seek"), clockName(time || [300000, 3000]), "seek"),
  row("two", say("device"), say("deviceWhy"), "open", {"data-against": "device"}),
  row("book", say("learn"), say("learnWhy"), "learn", {"data-chapter": "three"}),
  tables.slice(1, 4).map(game => row("play", opponent(game), turnOf(game), "enter", {"data-table": game.id})));

const doors = () => h("div.pair", null, soft("games", null, "games"), soft("top", null, "top"));

function options({form: {side, rules, time, rated}, you}) {
  const option = name => h("option", {value: name, selected: rules === name}, say(name));
  return h("details.card.options", {open: $("#home details")?.open ?? innerHeight > 760},
    h("summary", null, h("span", null, say("options"), h("p", null, [say(side), say(rules), clockName(time)].join(" · "))), icon("next", "go")),
    h("div.field-row", null, say("colour"), h("div.seg", {role: "radiogroup", "aria-label": say("colour")},
      ["random", "white", "black"].map(name => radio("side", name, side, name !== "random" && h(`i.${name[0]}m`), say(name))))),
    h("label", null, say("rules"), h("select", {"data-form": "rules"},
      ["classic", "federation"].map(option), h("optgroup", {label: say("house")}, ["club", "crowned", "levant"].map(option)))),
    h("label", null, say("clock"), h("select", {"data-form": "time"}, clocks.map((each, index) =>
      h("option", {value: index, selected: `${each}` === `${time}`}, clockName(each))))),
    you?.kind === "telegram" && h("label.row", null, h("span", null, say("rated")), h("input", {type: "checkbox", role: "switch", "data-form": "rated", checked: rated})));
}

export function renderHome(state) {
  const tables = [...state.tables].sort((one, two) => two.your_turn - one.your_turn || two.moved_ms - one.moved_ms);
  const sorted = {...state, tables};
  hero(sorted);
  part($("#home"), [state.form, tables.slice(1), state.you?.kind], () => [computer(state.form), people(sorted), options(state), doors()]);
}
