// screens.js: the rows round the board, each in its place; the sheet below it; home; dialogs; learn and the first run.

import {$, button, h, icon, makeBoard, part, recall, say} from "./board.js";
import {acting, inHand, may, nameOf, near, offer, other, over, seeking, status, verdict} from "./game.js";

export const connection = ({line, lag}) =>
  h("span.conn", {class: line}, icon({on: "on", off: "no"}[line] ?? "clock"), h("span", null, say(line, {n: lag})));

/** `time`: [base, increment] in ms, or days a move. */
const clockName = time => (time > 0 ? say("daysAMove", {n: time}) : time ? `${time[0] / 60000}+${time[1] / 1000}` : say("noClock"));
const kindOf = table => say(table.one_device ? "oneDevice" : table.rated ? "rated" : "friendly");

const settingsButton = () => button(".icon.tune", "settings", {"aria-label": say("settings")}, icon("tune"));
const lineAndSettings = state => [connection(state), settingsButton()];

function pageHead(state) {
  part($("#head"), [state.line, state.lag, state.you], () => [
    button(".brand", "home", {"aria-label": say("home")}, h("i.bk"), "Dama"),
    h("span.spring"),
    state.you && h("bdi.chip", null, state.you.name),
    connection(state),
  ]);
}

function top(state) {
  const {table, armed} = state;
  const asked = offer(state);
  $("#top").classList.toggle("offer", Boolean(asked));
  part($("#top"), [state.line, state.lag, table?.id, asked, armed, state.inside], () => {
    if (asked) {
      const [yes, no] = asked === "draw" ? ["accept_draw", "decline_draw"] : ["grant_takeback", "decline_takeback"];
      const twice = table.rated && asked === "draw" && armed !== yes;
      return [
        button("", no, null, icon("no"), say("decline")),
        button(".yes", twice ? "arm" : yes, {"data-what": yes}, icon("yes"), say(armed === yes ? "sure" : "accept")),
      ];
    }
    const terms = table && [table.rules_name, ...(table.clock ? [clockName(table.time ?? table.days)] : [])].join(" · ");
    return [
      !state.inside && button(".icon.back", "home", {"aria-label": say("home")}, icon("prev", "mirror")),
      connection(state),
      h("h1", null, table ? kindOf(table) : say("opening"), table && h("small", null, ` · ${terms}`)),
      settingsButton(),
    ];
  });
}

function tray({counts}, side) {
  const taken = Math.max(0, 16 - counts[other(side)]);
  const lead = taken - Math.max(0, 16 - counts[side]);
  return h("div.tray", taken ? {role: "img", "aria-label": say("captured", {n: taken})} : null, taken ? [
    h("span.ledge", null, Array.from({length: taken}, () => h(`i.${other(side)[0]}m`))),
    h("b.num", null, taken),
    lead > 0 && h("span.lead.num", null, `+${lead}`),
  ] : []);
}

function bar(root, state, side) {
  const {table} = state;
  const player = table?.[side];
  const asked = offer(state) && table.you[0] !== side ? offer(state) : null;
  const on = table?.status === "playing" && table.turn === side;
  const away = player && player.kind !== "computer" && !table.one_device && (state.here[side] ?? player.here) === false;
  root.classList.toggle("offer", Boolean(asked));
  part(root, [table?.id, side, player, table?.counts, asked, on, away], () => {
    if (!table) return [];
    const name = nameOf(table, side);
    const note = away ? say("away") : player?.level ? say("level", {n: player.level}) : "";
    return [
      h("div.who", {class: `${side[0]}m${on ? " on" : ""}`, "aria-hidden": "true"}, [...name][0] ?? ""),
      h("div", null,
        h("div.name", null, h("bdi", null, name), note && h("span.rate", null, note)),
        asked ? h("div.tray", null, say(asked)) : tray(table, side)),
      table.clock && h("div.clock.num", {"data-side": side}),
    ];
  });
}

function statusRow(state) {
  const row = status(state);
  const [made, all] = row.pips ?? [];
  part($("#status"), row, () => [
    h("div.badge", {class: row.mood}, icon(row.icon)),
    h("div.what", null, h("b", null, row.title), row.why && h("small", null, row.why)),
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
  const drawn = part($("#moves"), [moves, now], () => [
    step(-1, "prev", "earlier", !(now >= first)),
    h("ol", {tabindex: 0, "aria-label": say("moveList")},
      rows.map((pair, row) => h("li", null, h("span.n.num", null, `${row + 1}.`),
        pair.map((move, index) => button(".num", "step", {tabindex: -1, "data-to": 2 * row + index - first + 1, "aria-current": 2 * row + index === now && "step"}, move)))),
      !rows.length && h("li", null, h("span.none", null, say("noMoves")))),
    step(1, "next", "later", ply === null),
  ]);
  const list = drawn && $("#moves ol");
  const shown = drawn && ply !== null && $("[aria-current]", list);
  if (shown) list.scrollTo(shown.offsetLeft - list.offsetLeft - list.clientWidth / 2, shown.offsetTop - list.offsetTop - list.clientHeight / 2);
  else if (drawn) list.scrollTo(document.dir === "rtl" ? -list.scrollWidth : list.scrollWidth, list.scrollHeight);
}

function toolsNow(state) {
  const {table, armed} = state;
  const share = ["share", "share", "share"];
  const always = [["flip", "flip", "flip"], ["look", "look", "look"]];
  if (over(table)) {
    if (!state.closed) return always; // the sheet offers the rest
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
  const list = toolsNow(state).filter(Boolean);
  part($("#tools"), list, () => list.map(([intent, picture, word, {disabled, what, sure, main} = {}]) =>
    button("", intent, {disabled, "data-what": what, class: sure ? "sure" : main && "main"}, icon(picture, picture === "half" ? "" : "mirror"), say(word))));
}

function choice(state) {
  const {table} = state;
  const ways = (inHand(state) && state.choice?.ways) ?? [];
  $("#moves").hidden = $("#tools").hidden = ways.length > 0;
  $("#ways").hidden = !ways.length;
  part($("#ways"), ways, () => ways.map(({taken}, index) => {
    const own = taken.filter(square => !ways.every(way => way.taken.includes(square)));
    const words = own.map(square => say(table.pieces[square]?.[1] === "k" ? "takeKing" : "takeMan", {square}));
    return button("", "choose", {"data-way": index},
      h("span.letter", {"aria-hidden": "true"}, "ABCDEFGH"[index] ?? "+"), h("b", null, words.join(", ")), h("small", null, taken.join(" ")));
  }));
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
    const two = value => String(Math.floor(value)).padStart(2, "0");
    const text = left < 10000 ? (left / 1000).toFixed(1)
      : seconds < 3600 ? `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
        : seconds < 172800 ? `${Math.floor(seconds / 3600)}:${two(seconds / 60 % 60)}:${two(seconds % 60)}` : say("days", {n: Math.floor(seconds / 86400)});
    part(face, [text, runs, low], () => [runs && icon(low ? "flag" : "clock"), text]);
    face.classList.toggle("on", runs);
    face.classList.toggle("low", low);
  }
}

const head = (crest, title, why, close) => h("div.verdict", null,
  crest && h("div.crest", {"aria-hidden": "true"}, crest.map(kind => h(`i.${kind}`))),
  h("div", null, h("h2", null, title), why && h("p.why", null, why)),
  close && button(".icon", close, {"aria-label": say("close")}, icon("no")));

const main = (intent, picture, word, disabled) => button(".btn.main", intent, {disabled}, picture && icon(picture, "mirror"), say(word));
const soft = (intent, picture, word, data) => button(".btn.soft", intent, data, picture && icon(picture), say(word));

const radio = (intent, value, chosen, ...children) =>
  button("", intent, {role: "radio", "aria-checked": String(value === chosen), tabindex: value === chosen ? 0 : -1, [`data-${intent}`]: value}, ...children);

const cells = list => h("dl.terms", null, list.filter(Boolean).map(([key, value, small]) =>
  h("div", null, h("dt", null, say(key)), h("dd", null, h("bdi", null, value), small && h("small", null, small)))));

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

export const clocks = [0, [180000, 2000], [300000, 3000], [600000, 5000], [900000, 10000], 1, 3, 7];

const opponent = table => (table.one_device ? say("oneDevice") : nameOf(table, table.you[0] === "white" ? "black" : "white"));

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

const root = $("#learn");
let chapters = null;

async function load(then) {
  chapters = [];
  try {
    chapters = (await (await fetch(`/api/learn/${document.documentElement.lang}`)).json()).chapters;
    then();
  } catch {
    setTimeout(load, 2000, then);
  }
}

/** A board; a tap plays the next of its moves, and after the last one sets it up again. */
function stage({pieces, steps}) {
  const spans = text => [...text].map(letter => h("span", null, letter));
  const element = h("section.board", null, h("div.field"), h("div.co.fi", null, spans("abcdefgh")), h("div.co.ra", null, spans("87654321")));
  const board = makeBoard(element, () => {});
  board.grid.remove(); // nothing is to be touched there
  let at = 0, round = 0;
  const tap = h("button.tap", {type: "button"});
  function show() {
    const move = steps[at - 1];
    const marks = move ? [["mk from", move.path[0]], ["mk to", move.path.at(-1)]] : [];
    board.show({
      id: round, ply: at, move, pieces: move?.pieces ?? pieces, hops: [], marks, lines: [], live: [], names: {}, lifted: null, flash: 0, turned: false, plain: false,
    });
    tap.setAttribute("aria-label", say(steps[at] ? "nextMove" : "fromStart"));
    tap.replaceChildren(icon(steps[at] ? "play" : "again"));
  }
  tap.onclick = () => {
    if (board.busy()) return board.hurry();
    if (!steps[at++]) [at, round] = [0, round + 1];
    show();
    if (at) $("#say").textContent = say("played", {side: say(steps[at - 1].side), move: steps[at - 1].said});
    return undefined;
  };
  show();
  return h("div.stage", null, h("div", {role: "img", "aria-label": say("board")}, element), steps.length > 0 && tap);
}

function block({h: heading, list, q, p, board}) {
  if (heading) return h("h2", null, heading);
  if (list) return h("ul", null, list.map(line => h("li", null, line)));
  if (board) return h("figure", null, stage(board), h("figcaption", null, p));
  return q ? [h("h2", null, q), h("p", null, p)] : h("p", null, p);
}

export function renderLearn({screen, chapter, first}, rerender) {
  root.hidden = screen !== "learn";
  if (root.hidden) return;
  if (!chapters) load(rerender);
  const found = chapters.find(({name}) => name === chapter) ?? chapters[0];
  const built = part(root, [found?.name, first], () => [
    h("div.line", null,
      !first && button(".icon", "leave", {"aria-label": say("close")}, icon("prev", "mirror")),
      h("h1", null, found?.title ?? say("learn")),
      first && button(".btn.soft", "leave", null, say("skip"))),
    !first && h("nav", {"aria-label": say("learn")}, chapters.map(({name, title}) =>
      button(".btn", "learn", {"data-chapter": name, "aria-current": name === found.name && "page"}, title))),
    h("article", null, (found?.blocks ?? []).flatMap(block)),
    first && found && button(".btn.main", "leave", null, say("understood")),
  ]);
  if (built) scrollTo(0, 0);
}
