// home.js: the first screen: go on with a game, the computer, a friend, one device; colour, rules and clock for all of them.

import {$, button, h, icon, part} from "./dom.js";
import {nameOf} from "./view.js";
import {clockName, connection} from "./table.js";
import {levels, ruleNames, say} from "./i18n.js";

export const clocks = [0, [180000, 2000], [300000, 3000], [600000, 5000], [900000, 10000]];

/** My running games, those that wait for me first. */
export const running = tables => [...tables].sort((one, two) => two.your_turn - one.your_turn || two.moved_ms - one.moved_ms);

const opponent = table => nameOf(table, table.you[0] === "white" ? "black" : "white");
const turnWord = table => (table.status === "open" ? say.waiting() : table.one_device ? say.sideToMove(table.turn) : table.your_turn ? say.yourMove() : say.waitFor(opponent(table)));

function hero(state) {
  const [game] = state.tables;
  part($("#hero"), [state.line, state.lag, game], () => [
    h("div.line", null, h("h1", null, "Dama"), connection(state), button(".icon.tune", "settings", {"aria-label": say.settings()}, icon("tune"))),
    game ? h("p", null, h("b", null, turnWord(game)), game.one_device || game.status === "open" ? "" : [" · ", h("bdi", null, opponent(game))]) : h("p", null, say.tagline()),
    game && button(".btn.main", "resume", {"data-table": game.id}, say.resume()),
  ]);
}

function computer({form}) {
  const [name, described] = levels()[form.level - 1];
  return h("section.card", null,
    h("h2", {id: "pc"}, say.playComputer()),
    h("div.levels", {role: "radiogroup", "aria-label": say.levelLabel()}, levels().map((_, index) =>
      button("", "level", {role: "radio", "aria-checked": String(form.level === index + 1), "data-level": index + 1, tabindex: form.level === index + 1 ? 0 : -1},
        h("span", null, String(index + 1))))),
    h("div.lvl", null,
      h("div", null, h("b", null, say.levelOf(form.level, name)), h("p", null, described)),
      button(".btn.main", "open", {"data-against": "computer"}, icon("play"), say.play())));
}

const row = (picture, title, why, intent, data) => button("", intent, data,
  h("span.ico", null, icon(picture)), h("span", null, title, h("small", null, why)), icon("next", "go mirror"));

function ways(state) {
  return h("section.card.rows", null,
    row("link", say.friend(), say.friendWhy(), "open", {"data-against": "friend"}),
    row("two", say.device(), say.deviceWhy(), "open", {"data-against": "device"}),
    state.tables.slice(1, 4).map(game => row("play", opponent(game), turnWord(game), "resume", {"data-table": game.id})));
}

function options({form}) {
  const side = (value, word, kind) => button("", "side", {role: "radio", "aria-checked": String(form.side === value), "data-side": value}, kind && h(`i.${kind}`), word);
  const choice = (value, word) => h("option", {value, selected: form.rules === value}, word);
  const sideWord = {random: say.random, white: say.white, black: say.black}[form.side]();
  return h("details.card.options", {open: $("#home details")?.open ?? innerHeight > 760},
    h("summary", null, h("span", null, say.gameOptions(), h("p", null, [sideWord, ruleNames[form.rules](), clockName(form.time)].join(" · "))), icon("next", "go")),
    h("div.field-row", null, say.colour(), h("div.seg", {role: "radiogroup", "aria-label": say.colour()},
      side("random", say.random()), side("white", say.white(), "wm"), side("black", say.black(), "bm"))),
    h("label", null, say.rules(), h("select", {"data-form": "rules"},
      choice("classic", ruleNames.classic()), choice("federation", ruleNames.federation()),
      h("optgroup", {label: say.houseRules()}, ["club", "crowned", "levant"].map(name => choice(name, ruleNames[name]()))))),
    h("label", null, say.time(), h("select", {"data-form": "time"}, clocks.map((time, index) =>
      h("option", {value: index, selected: clockName(form.time) === clockName(time)}, clockName(time))))));
}

export function renderHome(state) {
  const sorted = {...state, tables: running(state.tables)};
  hero(sorted);
  part($("#home"), [state.form, sorted.tables.slice(1), state.waiting.length > 0], () => [computer(state), ways(sorted), options(state)]);
}
