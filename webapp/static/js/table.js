// table.js: everything round the board at a table. Every row keeps its place; only what it says changes.

import {$, button, h, icon, part} from "./dom.js";
import {acting, inHand, may, near, offer, other} from "./state.js";
import {nameOf, status} from "./view.js";
import {ruleNames, say} from "./i18n.js";

export const connection = ({line, lag}) => {
  const word = line === "slow" ? say.slow(lag) : say.line[line]();
  return h("span.conn", {class: line, title: word}, icon({on: "on", slow: "slow", off: "off", wait: "slow"}[line]), h("span", null, word));
};

export const clockName = time => (time ? `${time[0] / 60000}+${time[1] / 1000}` : say.noClock());
export const rulesName = table => ruleNames[table.rules]?.() ?? table.rules_name;

function title(table) {
  if (!table) return [say.opening()];
  const kind = table.one_device ? say.oneDevice() : table.rated ? say.rated() : say.friendly();
  return [kind, h("small", null, ` · ${[rulesName(table), ...(table.time ? [clockName(table.time)] : [])].join(" · ")}`)];
}

function top(state) {
  const {table, armed} = state;
  const asked = offer(state);
  const root = $("#top");
  const drawn = part(root, [state.line, state.lag, table?.id, table?.rules, asked, armed, state.inside], () => {
    if (!asked) {
      return [
        !state.inside && button(".icon.back", "home", {"aria-label": say.home()}, icon("prev", "mirror")),
        connection(state),
        h("h1", null, ...title(table)),
        button(".icon", "settings", {"aria-label": say.settings()}, icon("tune")),
      ];
    }
    const [yes, no] = asked.what === "draw" ? ["accept_draw", "decline_draw"] : ["grant_takeback", "decline_takeback"];
    const twice = table.rated && yes === "accept_draw" && armed !== yes;
    return [
      button("", no, {"data-act": no}, icon("no"), say.decline()),
      button(".yes", twice ? "arm" : yes, {"data-act": yes, "data-what": yes}, icon("yes"), armed === yes ? say.sure() : say.accept()),
    ];
  });
  if (drawn) root.classList.toggle("offer", Boolean(asked));
}

/** Men and kings taken by `side`, as a strip of board; the lead only at the leader. */
function tray(table, side) {
  const taken = Math.max(0, 16 - table.counts[other(side)]);
  const lead = taken - Math.max(0, 16 - table.counts[side]);
  const kind = `${other(side)[0]}m`;
  return h("div.tray", taken ? {role: "img", "aria-label": say.captured(taken)} : null,
    taken > 0 && [h("span.ledge", null, Array.from({length: taken}, () => h(`i.${kind}`))), h("b.num", null, String(taken))],
    lead > 0 && h("span.lead.num", null, `+${lead}`));
}

function bar(root, state, side) {
  const {table} = state;
  const asked = offer(state)?.side === side ? offer(state).what : null;
  const player = table?.[side] ?? null;
  const away = player && player.kind !== "computer" && !table.one_device && (state.here[side] ?? player.here) === false;
  const onMove = table?.status === "playing" && table.turn === side;
  const data = [table?.id, side, player, table?.counts, asked, away, onMove, Boolean(table?.clock)];
  const drawn = part(root, data, () => {
    if (!table) return [];
    const name = nameOf(table, side);
    const note = away ? say.away() : player?.kind === "computer" ? say.level(player.level) : "";
    return [
      h("div.who", {class: `${side[0]}m${onMove ? " on" : ""}`, "aria-hidden": true}, [...name][0] ?? ""),
      h("div", null,
        h("div.name", null, h("bdi", null, name), note && h("span.rate", null, note)),
        asked ? h("div.tray", null, asked === "draw" ? say.offersDraw() : say.asksTakeback()) : tray(table, side)),
      table.clock && h("div.clock.num", {"data-side": side}),
    ];
  });
  if (drawn) root.classList.toggle("offer", Boolean(asked));
}

/** The status row is no live region: what matters is announced once, by #say. */
function statusRow(state) {
  const row = status(state);
  part($("#status"), row, () => [
    h("div.badge", {class: row.mood, "aria-hidden": true}, icon(row.icon)),
    h("div.what", null, h("b", null, row.title), row.why && h("small", null, row.why)),
    row.pips && h("span.pips", {"aria-hidden": true}, Array.from({length: row.pips[1]}, (_, index) => h(index < row.pips[0] ? "i.on" : "i"))),
    row.undo && button("", "undo", null, icon("back"), row.undo),
  ]);
}

function moveList(state) {
  const {table} = state;
  const half = state.hand?.path.length && inHand(state) ? `${[state.hand.from, ...state.hand.path].join("x")}…` : null;
  const moves = [...(table?.moves ?? []), ...(half ? [half] : [])];
  const whiteFirst = !table || (table.moves.length % 2 === 0) === (table.turn === "white");
  const drawn = part($("#moves"), [table?.id, moves, whiteFirst], () => {
    if (!moves.length) return h("ol", null, h("li", null, h("span.none", null, say.noMoves())));
    const cells = whiteFirst ? moves : ["…", ...moves];
    const rows = Array.from({length: Math.ceil(cells.length / 2)}, (_, index) => cells.slice(2 * index, 2 * index + 2));
    return h("ol", {tabindex: 0}, rows.map((pair, index) => h("li", null,
      h("span.n.num", null, `${index + 1}.`),
      pair.map((move, place) => h(2 * index + place === cells.length - 1 ? "span.num.now" : "span.num", null, move)))));
  });
  if (!drawn) return;
  const list = $("#moves ol");
  list.scrollLeft = document.dir === "rtl" ? -list.scrollWidth : list.scrollWidth;
  list.scrollTop = list.scrollHeight;
}

/** The tools of this moment: [intent, icon, word, {disabled, main, sure}]. */
function toolsNow(state) {
  const {table, armed} = state;
  const view = [["flip", "flip", say.flip()], ["look", "look", say.look()]];
  if (!table) return view;
  if (table.status === "finished" || table.status === "aborted") {
    if (!state.closed) return view; // the sheet offers the rest
    const again = table.next ? ["next", "next", say.nextGame(), {main: true}] : may(state, "rematch") && ["rematch", "again", say.rematch(), {main: true}];
    return [again, ["share", "share", say.share()], ["home", "plus", say.newGame()], ...view];
  }
  if (!table.you.length || table.status === "open") return [["share", "share", say.share()], ...view];
  const gone = may(state, "abort")
    ? [armed === "abort" ? "abort" : "arm", "no", armed === "abort" ? say.sure() : say.abort(), {sure: armed === "abort", what: "abort"}]
    : [armed === "resign" ? "resign" : "arm", "flag", armed === "resign" ? say.sure() : say.resign(), {sure: armed === "resign", what: "resign", disabled: !may(state, "resign")}];
  const alone = table.one_device;
  return [
    gone,
    !alone && ["offer_draw", "half", table.draw_offer === acting(state) ? say.offered() : say.draw(), {disabled: !may(state, "offer_draw")}],
    (alone || !table.rated) && ["ask_takeback", "back", say.takeback(), {disabled: !may(state, "ask_takeback")}],
    ...view,
  ];
}

function tools(state) {
  const list = toolsNow(state).filter(Boolean);
  part($("#tools"), list, () => list.map(([intent, picture, word, {disabled, main, sure, what} = {}]) =>
    button("", intent, {disabled, class: [main && "main", sure && "sure"].filter(Boolean).join(" ") || null, "data-what": what}, icon(picture, picture === "back" ? "mirror" : ""), word)));
}

/** Two captures that end on one square: which pieces each of them takes, what differs first. */
function choice(state) {
  const {table} = state;
  const ways = inHand(state) ? state.choice?.ways ?? null : null;
  $("#moves").hidden = $("#tools").hidden = Boolean(ways);
  $("#ways").hidden = !ways;
  part($("#ways"), ways, () => (ways ?? []).map(({taken}, index) => {
    const own = taken.filter(square => ways.some(other => !other.taken.includes(square)));
    const words = own.map(square => (table.pieces[square]?.[1] === "k" ? say.takeKing(square) : say.takeMan(square)));
    return button("", "choose", {"data-way": index}, h("span.letter", {"aria-hidden": true}, "ABCDEFGH"[index] ?? "+"), h("b", null, words.join(", ")), h("small", null, taken.join(" ")));
  }));
}

/** The strip over the page, where there is room for one. */
function head(state) {
  part($("#head"), [state.line, state.lag, state.you], () => [
    button(".brand", "home", {"aria-label": say.home()}, h("i.bk"), "Dama"),
    h("span.spring"),
    state.you && h("span.chip", null, h("bdi", null, state.you.name)),
    connection(state),
  ]);
}

/** Draws all rows of the table screen. */
export function renderTable(state) {
  const {table} = state;
  const lower = table ? near(state) : "white";
  head(state);
  top(state);
  bar($("#far"), state, other(lower));
  bar($("#near"), state, lower);
  statusRow(state);
  moveList(state);
  tools(state);
  choice(state);
  $("#table").dataset.version = table?.version ?? "";
}

/** Writes the clocks; called by the second hand as well. `now` is the store's time in ms. */
export function renderClocks(state, now) {
  const clock = state.table?.clock;
  for (const face of clock ? document.querySelectorAll(".clock") : []) {
    const {side} = face.dataset;
    const runs = clock.running === side;
    const left = Math.max(0, clock[`${side}_ms`] - (runs ? now - clock.now : 0));
    const low = left < Math.min(30000, (state.table.time?.[0] ?? 0) / 10);
    const seconds = Math.ceil(left / 1000);
    const text = left < 10000 ? (left / 1000).toFixed(1) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    part(face, [text, runs, low], () => [(runs || low) && icon(low ? "slow" : "clock"), text]);
    face.classList.toggle("on", runs);
    face.classList.toggle("low", runs && low);
  }
}
