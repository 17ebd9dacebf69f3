// sheets.js: what rises below the board (invitation, waiting, result) and what lies over everything (settings, games, leaderboards).

import {$, button, cells, h, head, icon, main, part, radio, recall, row, say, soft} from "./page.js";
import {may, other, over, seeking} from "./state.js";
import {clockName, kindOf, nameOf, opponent, turnOf, verdict} from "./view.js";

const terms = (table, side) => cells([["rules", table.rules_name], ["clock", clockName(table.time ?? table.days)], ["youPlay", say(side)]]);

const signed = number => `\u2066${number < 0 ? "−" : "+"}${Math.abs(number)}\u2069`;

function gains({reward, score, you: [own, both]}) {
  const found = [
    reward?.candy > 0 && ["candies", signed(reward.candy), say("leftToday", {n: reward.left})],
    reward?.points > 0 && ["points", signed(reward.points)],
    reward?.after && ["rating", reward.after, signed(reward.after - reward.before)],
    score && own && !both && ["score", `\u2066${score[own]} : ${score[other(own)]}\u2069`],
  ].filter(Boolean);
  return [found.length > 0 && cells(found), reward?.badge && h("p.won", null, icon("star"), reward.text.at(-1))];
}

const builders = {
  lost: ({lost}) => [head(null, say("gone"), lost.text), main("home", null, "home")],
  invitation(state) {
    const {table} = state;
    const free = table.white ? "black" : "white";
    return [
      head([`${free[0]}m`], say("invites", {name: nameOf(table, other(free))}), kindOf(table)),
      terms(table, free),
      h("div.pair", null, main("sit", null, "sit", !may(state, "sit")), soft("close", "eye", "watch", {class: "second"})),
      !recall("taught") && soft("learn", "book", "howTo", {"data-chapter": "three"}),
    ];
  },
  waiting(state) {
    const {table} = state;
    return [
      head([`${table.you[0][0]}m`], say("waiting"), say("waitingWhy")),
      terms(table, table.you[0]),
      h("div.invite", null, h("input", {readonly: true, value: table.link, "aria-label": say("link"), id: "link"}), soft("copy", null, "copy")),
      h("div.pair", null, main("share", "share", "share"), may(state, "abort") && soft("abort", null, "cancel")),
    ];
  },
  seeking: state => [
    head(["wm", "bm"], say("seeking"), say("seekingWhy", {clock: clockName(seeking(state).message.days ?? seeking(state).message.time)})),
    h("div.pair", null, button(".btn.main", "open", {"data-against": "computer"}, say("playComputer")), soft("unseek", null, "cancel", {class: "second"})),
  ],
  result(state) {
    const {table} = state;
    const {title, why, winner} = verdict(table);
    const own = table.you.length === 1 ? table.you[0] : null;
    const crest = winner ? [`${(own ?? winner)[0]}${own && own !== winner ? "m" : "k"}`] : ["wm", "bm"];
    const asked = own && table.rematch.includes(own);
    const rival = own && !asked && !table.next && table.rematch.includes(other(own));
    return [
      head(crest, title, rival ? `${why} · ${say("wantsRematch", {name: nameOf(table, other(own))})}` : why, "close"),
      ...gains(table),
      table.next ? main("next", "next", "nextGame")
        : table.you.length > 0 && table.status === "finished" && main("rematch", "again", asked ? "asked" : rival ? "acceptRematch" : "rematch", !may(state, "rematch")),
      h("div.pair", null, soft("share", "share", "share", {class: "second"}),
        table.clock && own && table[other(own)].kind !== "computer" ? soft("seek", "seek", "nextOpponent") : soft("home", "play", "newGame")),
    ];
  },
};

/** A result waits until the last move has been shown. */
function sheetNow(state, busy) {
  const {screen, lost, table, closed, ply} = state;
  if (screen === "home" && seeking(state)) return "seeking";
  if (screen !== "table" || ply !== null) return null;
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

const languageName = code => new Intl.DisplayNames(code, {type: "language"}).of(code);

const dialogs = {
  settings({settings, table, inside}) {
    const {look, languages} = document.documentElement.dataset;
    const toggle = (name, why) => h("label.row", null, h("span", null, say(name), why && h("small", null, say(why))),
      h("input", {type: "checkbox", role: "switch", "data-setting": name, checked: settings[name]}));
    return [
      h("div.row", null, h("span", null, say("lookOf")), h("div.seg", {role: "radiogroup", "aria-label": say("lookOf")}, ["wood", "candy"].map(name => radio("look", name, look, say(name))))),
      h("label.row", null, h("span", null, say("language")), h("select", {"data-keep": "language"}, languages.split(" ").map(code =>
        h("option", {value: code, selected: code === document.documentElement.lang, lang: code}, languageName(code))))),
      table && h("div.row", null, h("span", null, say("board")), soft("flip", "flip", "flip")),
      toggle("coordinates"), toggle("hints"), toggle("auto", "autoWhy"), toggle("confirm", "confirmWhy"), toggle("turning", "turningWhy"),
      toggle("sounds"), inside && toggle("haptics"), toggle("still"),
    ];
  },
  games: ({tables, games}) => [
    h("div.rows", null, tables.map(game => row("play", opponent(game), turnOf(game), "enter", {"data-table": game.id})),
      games?.map(game => row("flag", opponent(game), [verdict(game).title, verdict(game).why].join(" · "), "enter", {"data-table": game.id}))),
    games && !tables.length && !games.length && h("p.why", null, say("noGames")),
  ],
  top: ({top}) => top && ["month", "all"].map(name => h("section", null, h("h3", null, say(name)),
    h("ol.places", null, top[name].map(({place, name: who, points, you}) =>
      h("li", {class: you && "you"}, h("span.num", null, place), h("bdi", null, who), h("b.num", null, points)))),
    !top[name].length && h("p.why", null, say("noPoints")))),
};

export function renderSettings(state) {
  const root = $("#settings");
  const {sheet, settings, tables, games, top, table} = state;
  root.hidden = !sheet;
  if (sheet) root.ariaLabel = say(sheet);
  part(root, sheet && [sheet, settings, document.documentElement.dataset.look, Boolean(table), sheet !== "settings" && [tables, games, top]],
    () => (sheet ? [head(null, say(sheet), sheet === "top" && say("topWhy"), sheet), dialogs[sheet](state)].flat(2) : []));
}
