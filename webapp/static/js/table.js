// table.js: the rows round the board.

import {$, button, connection, dotted, h, icon, part, say, settingsButton} from "./page.js";
import {acting, inHand, may, near, offer, other, over, rival} from "./state.js";
import {clockName, kindOf, nameOf, ratingOf, status} from "./view.js";

function pageHead(state) {
  part($("#head"), [
    button(".brand", "home", {"aria-label": say("home")}, h("i.bk"), "Dama"),
    state.you && h("bdi.rate", state.you.name),
    connection(state),
  ]);
}

function offered({table, armed}, asked) {
  const [yes, no] = asked === "draw" ? ["accept_draw", "decline_draw"] : ["grant_takeback", "decline_takeback"];
  const twice = table.rated && asked === "draw" && armed !== yes;
  return [
    h("h1.sr", kindOf(table)),
    button("", no, null, icon("no"), say("decline")),
    button(".yes", twice ? "arm" : yes, {"data-what": yes}, icon("yes"), say(armed === yes ? "sure" : "accept")),
  ];
}

function top(state) {
  const {table} = state;
  const asked = state.line !== "off" && offer(state);
  const terms = table && dotted(table.rules_name, table.clock && clockName(table.time ?? table.days));
  $("#top").classList.toggle("offer", Boolean(asked));
  part($("#top"), asked ? offered(state, asked) : [
    !state.inside && button(".icon.back", "home", {"aria-label": say("home")}, icon("prev", "mirror")),
    h("h1", table ? kindOf(table) : say("opening"), table && h("small", ` · ${terms}`)),
    connection(state),
    settingsButton(),
  ]);
}

const quickWords = ["hello", "luck", "well", "wow", "oops", "thanks"];

function tray({counts}, side) {
  const taken = Math.max(0, 16 - counts[other(side)]);
  const lead = taken - Math.max(0, 16 - counts[side]);
  return h("span.tray", taken ? {role: "img", "aria-label": say("captured", {n: taken})} : null, taken ? [
    h("span.ledge", Array.from({length: taken}, () => h(`i.${other(side)[0]}m`))),
    h("b.num", taken),
    lead > 0 && h("span.lead.num", `+${lead}`),
  ] : []);
}

function who(state, side, asked) {
  const {table, said} = state;
  const player = table[side];
  const name = nameOf(table, side);
  const away = player && player.kind !== "computer" && !table.one_device && (state.here[side] ?? player.here) === false;
  const note = dotted(ratingOf(player), player?.level && say("level", {n: player.level}), away && say("away"));
  const on = table.status === "playing" && table.turn === side;
  return [
    h("span.who", {class: `${side[0]}m${on ? " on" : ""}`, "aria-hidden": "true"}, [...name][0]),
    h("span", h("span.name", h("bdi", name), note && h("span.rate", note)),
      asked ? h("span.tray", say(asked)) : said[side] ? h("span.words", said[side]) : tray(table, side)),
  ];
}

/** While somebody speaks nothing stands beside the words. */
function bar(root, state, side) {
  const {table, watchers, quick, banned, said} = state;
  const asked = offer(state) && table.you[0] !== side ? offer(state) : null;
  const person = rival(state);
  root.classList.toggle("offer", Boolean(asked));
  const parts = table && who(state, side, asked);
  part(root, table ? [
    person === side ? button(".person", "person", null, ...parts, icon("next", "go mirror")) : h("div.person", ...parts),
    !said[side] && watchers && root.id === "far" && button(".icon.eye", "watchers", {"aria-label": say("watchers", {n: watchers.count})}, icon("eye"), h("b.num", watchers.count)),
    !said[side] && person === other(side) && !banned && button(".icon", "quick", {"aria-label": say("quick"), "aria-expanded": `${Boolean(quick)}`}, icon("say")),
    table.clock && h("div.clock.num", {"data-side": side}),
  ] : []);
}

function statusRow(state) {
  const row = status(state);
  const [made, all] = row.pips ?? [];
  part($("#status"), [
    h("div.badge", {class: row.mood}, icon(row.icon)),
    h("div.what", h("b", row.title), row.why && h("small", row.why)),
    all && h("span.pips", {"aria-hidden": "true"}, Array.from({length: all}, (_, index) => h(index < made ? "i.on" : "i"))),
    row.undo && button(row.sure ? ".second" : "", "undo", null, icon("back"), row.undo),
    row.sure && button(".main", "confirm", null, icon("yes"), row.sure),
  ]);
}

function moveList(state) {
  const {table, hand, ply} = state;
  const moves = [...(table?.moves ?? [])];
  if (table && (moves.length % 2 === 0) !== (table.turn === "white")) moves.unshift("…"); // Black began
  const first = moves.length - (table?.moves.length ?? 0);
  const now = (ply ?? table?.moves.length) + first - 1;
  if (hand?.path.length && inHand(state)) moves.push(`${[hand.from, ...hand.path].join(table.play.take ? "x" : "-")}…`);
  const rows = moves.flatMap((move, index) => (index % 2 ? [] : [moves.slice(index, index + 2)]));
  const step = (by, picture, word, disabled) => button(".icon", "step", {"data-by": by, disabled, "aria-label": say(word)}, icon(picture, "mirror"));
  const root = $("#moves");
  const key = [now, ...moves].join();
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  part(root, [
    step(-1, "prev", "earlier", !(now >= first)),
    h("ol", {tabindex: 0, "aria-label": say("moveList")},
      rows.map((pair, row) => h("li", h("span.n.num", `${row + 1}.`),
        pair.map((move, index) => button(".num", "step", {tabindex: -1, "data-to": 2 * row + index - first + 1, "aria-current": 2 * row + index === now && "step"}, move)))),
      !rows.length && h("li", h("span.none", say("noMoves")))),
    step(1, "next", "later", ply === null),
  ]);
  const list = $("ol", root);
  const shown = ply !== null && $("[aria-current]", list);
  if (shown) list.scrollTo(shown.offsetLeft - list.offsetLeft - list.clientWidth / 2, shown.offsetTop - list.offsetTop - list.clientHeight / 2);
  else list.scrollTo(document.dir === "rtl" ? -list.scrollWidth : list.scrollWidth, list.scrollHeight);
}

function toolsNow(state) {
  const {table, armed} = state;
  const share = ["share", "share", "share"];
  const always = [["flip", "flip", "flip"], ["look", "look", "look"]];
  if (over(table)) {
    if (!state.closed) return always;
    const again = table.next ? ["next", "next", "nextGame", {main: true}] : may(state, "rematch") && ["rematch", "again", "rematch", {main: true}];
    return [again, share, ["home", "play", "newGame"], ...always];
  }
  if (!table?.you.length || table.status === "open") return table ? [share, ...always] : always;
  const what = may(state, "abort") ? "abort" : "resign";
  const sure = armed === what;
  return [
    [sure ? what : "arm", what === "abort" ? "no" : "flag", sure ? "sure" : what, {what, sure, disabled: !may(state, what)}],
    !table.one_device && ["offer_draw", "half", table.draw_offer === acting(state) ? "offered" : "offer_draw", {disabled: !may(state, "offer_draw")}],
    may(state, "claim") && ["claim", "flag", "claim", {main: true}],
    !table.rated && ["ask_takeback", "back", "ask_takeback", {disabled: !may(state, "ask_takeback")}],
    ...always,
  ];
}

function tools(state) {
  const list = toolsNow(state).filter(tool => tool && !(state.banned && tool[3]?.disabled));
  part($("#tools"), list.map(([intent, picture, word, {disabled, what, sure, main} = {}]) =>
    button("", intent, {disabled, "data-what": what, class: sure ? "sure" : main && "main"}, icon(picture, picture === "half" ? "" : "mirror"), say(word))));
}

function way({table}, ways, {taken}, index) {
  const own = taken.filter(square => !ways.every(other => other.taken.includes(square)));
  const words = own.map(square => say(table.pieces[square]?.[1] === "k" ? "takeKing" : "takeMan", {square}));
  return button("", "choose", {"data-way": index},
    h("span.letter", {"aria-hidden": "true"}, "ABCDEFGH"[index]), h("b", words.join(", ")), h("small", taken.join(" ")));
}

/** In the place of moves and tools. */
function choice(state) {
  const {quick} = state;
  const ways = (inHand(state) && state.choice?.ways) ?? [];
  const words = quick && !ways.length ? quickWords : [];
  $("#ways").hidden = !quick && !ways.length;
  $("#moves").hidden = $("#tools").hidden = !$("#ways").hidden;
  $("#ways").classList.toggle("quick", words.length > 0);
  part($("#ways"), [
    ...ways.map((each, index) => way(state, ways, each, index)),
    ...words.map(word => button("", "react", {"data-reaction": word, disabled: quick === "sent"}, say(word))),
  ]);
}

export function renderTable(state) {
  const lower = near(state);
  pageHead(state);
  top(state);
  bar($("#far"), state, other(lower));
  bar($("#near"), state, lower);
  statusRow(state);
  moveList(state);
  tools(state);
  choice(state);
  $("#table").dataset.version = state.table?.version ?? "";
}

export function renderClocks({table}, now) {
  for (const face of document.querySelectorAll(".clock")) {
    const {side} = face.dataset;
    const runs = table.clock.running === side;
    const left = Math.max(0, table.clock[`${side}_ms`] - (runs ? now - table.clock.now : 0));
    const low = runs && left < Math.min(30000, (table.time?.[0] ?? Infinity) / 10);
    const seconds = Math.ceil(left / 1000);
    const whole = new Date(1000 * seconds).toISOString();
    const text = left < 10000 ? (left / 1000).toFixed(1)
      : seconds < 86400 ? whole.slice(seconds < 3600 ? 14 : 11, 19).replace(/^0/, "") : say("days", {n: Math.floor(seconds / 86400)});
    part(face, [runs && icon(low ? "flag" : "clock"), text]);
    face.classList.toggle("on", runs);
    face.classList.toggle("low", low);
  }
}
