// game.js: the state, what is shown of it, and reduce(state, event) -> [state, effects]. Pure; no rules: only what is in the server's
// tree can be played. NODE = {to, x?: taken by this hop, all?, some?: taken by all, some ways on, end?, next?, cut?}. Every event
// carries a fresh `op`. Effects: {send}, {go: table | null}, {say}, {buzz: kind}, {token}, {later: event}, {moved}.

import {has, say} from "./board.js";

export const beginning = {
  screen: "home", // or "table", "learn"
  chapter: "", first: false, // of learn; the first run
  line: "wait", lag: 0, // "on", "slow" (by lag seconds), "off"
  you: null, inside: false, // once welcomed; in Telegram
  tables: [], // mine, on the home screen
  wanted: null, table: null, move: null, // the table asked for; the server's STATE, the truth; what led to it
  here: {}, // who looks on
  hand: null, // {from, path: landings}
  choice: null, // {square, ways}: several captures end there
  ply: null, past: null, // the ply looked back at; {table, version, start: pieces, moves}
  waiting: [], // unanswered operations: {op, message, ply?, hops?}
  note: null, flash: 0, armed: null, // said to the player; counts; the button that asks "Sure?"
  closed: false, lost: null, sheet: null, // the sheet was closed; {text}: no such table; "settings", "games", "top"
  games: null, top: null, // finished games; {all, month}: leaderboards
  flipped: false,
  form: {level: 3, side: "random", rules: "classic", time: 0, rated: true}, // time: 0, [base, increment] in ms, or days a move
  settings: {look: null, coordinates: true, hints: true, auto: true, sounds: true, haptics: true, confirm: false, turning: false, still: false},
};

export const other = side => (side === "white" ? "black" : "white");

/** The lower side: one's own, or the seat one is invited to; else White. */
export function near(state) {
  const {you = [], status, black, turn} = state.table ?? {};
  if (you.length > 1 && state.settings.turning && !state.flipped) return turn;
  const own = you.length === 1 ? you[0] : status === "open" && !you.length && !black ? "black" : "white";
  return state.flipped ? other(own) : own;
}

/** The move on its way, if it belongs to this position. */
const sentMove = ({waiting, table}) => waiting.find(({hops: [first] = [], message, ply}) =>
  first && message.table === table?.id && ply === table.moves.length && table.pieces[first.from]?.[0] === table.turn[0]) ?? null;

const toPlay = state => (state.table?.status === "playing" && state.ply === null && !sentMove(state) && state.table.play) || null;

export function inHand(state) {
  const play = toPlay(state);
  return (play && state.hand && walk(play.from[state.hand.from], state.hand.path)) ?? null;
}

function hopsShown(state) {
  const {table, hand} = state;
  return sentMove(state)?.hops ?? (inHand(state) ? hops(table.play.from[hand.from], hand.from, hand.path) : []);
}

function piecesShown(state) {
  const pieces = {...state.table.pieces};
  for (const {from, to, x} of hopsShown(state)) {
    const piece = pieces[from];
    delete pieces[from];
    delete pieces[x];
    pieces[to] = piece;
  }
  return pieces;
}

/** What stood after the ply looked back at, and the move that led there; null: the present. */
function pastShown({table, ply, past}) {
  if (ply === null || past?.table !== table.id || past.moves.length < ply) return null;
  const pieces = {...past.start};
  for (const {path, taken, crowned} of past.moves.slice(0, ply)) {
    const piece = pieces[path[0]];
    for (const square of [path[0], ...taken]) delete pieces[square];
    pieces[path.at(-1)] = crowned ? `${piece[0]}k` : piece;
  }
  return {pieces, move: past.moves[ply - 1]};
}

export const seeking = ({waiting}) => waiting.find(({message}) => message.t === "seek" && message.on);

export const over = table => ["finished", "aborted"].includes(table?.status);
export const myTurn = ({table}) => table?.status === "playing" && table.you.includes(table.turn);

export const acting = ({table}) => (table.you.length > 1 ? table.turn : table.you[0]) ?? null;

export const may = (state, name) => state.table?.may.includes(name) && !state.waiting.some(({message}) => message.do === name);

export function offer({table}) {
  if (table?.status !== "playing" || table.you.length !== 1) return null;
  return ["draw", "takeback"].find(what => table[`${what}_offer`] === other(table.you[0])) ?? null;
}

const walk = (root, path) => path.reduce((node, square) => node?.next?.find(({to}) => to === square), root);

export const hops = (root, from, path) =>
  path.map((to, index) => ({from: index ? path[index - 1] : from, to, x: walk(root, path.slice(0, index + 1))?.x}));

function* ways(node, path = [], taken = []) {
  if (node.end) yield {path, taken};
  for (const next of node.next ?? []) yield* ways(next, [...path, next.to], next.x ? [...taken, next.x] : taken);
}

/** Same end and same pieces taken are one move, whatever the route. */
export const moves = node =>
  [...new Map([...ways(node)].reverse().map(way => [`${way.path.at(-1)} ${[...way.taken].sort()}`, way])).values()].reverse();

const known = node => !node.cut && (node.next ?? []).every(known);

export function only(node) {
  const left = known(node) ? moves(node) : [];
  return left.length === 1 ? left[0] : null;
}

const endingOn = (node, square) => moves(node).filter(({path}) => path.at(-1) === square);

/** `root` with `branch` where it was cut. */
const graft = (root, [step, ...path], branch) =>
  (step ? {...root, next: root.next?.map(node => (node.to === step ? graft(node, path, branch) : node))} : {...branch, x: root.x});

export function nameOf(table, side) {
  const player = table[side];
  return table.one_device ? say(side) : !player ? say("free") : player.kind === "computer" ? say("computer") : player.name;
}

export function verdict(table) {
  if (table.status === "aborted") return {title: say("aborted"), why: "", winner: null};
  const {winner, reason, text} = table.outcome;
  const own = table.you.length === 1 ? table.you[0] : null;
  const title = !winner ? say("drawn") : !own ? say("wins", {side: say(winner)}) : winner === own ? say("won") : say("lost");
  const why = has(reason) ? say(reason, {name: winner && nameOf(table, other(winner))}) : text;
  const length = table.moves && say("moves", {n: Math.ceil(table.moves.length / 2)}).replaceAll(" ", "\u00a0");
  return {title, why: [why, length].filter(Boolean).join(" · "), winner};
}

export function status(state) {
  const {table, choice} = state;
  const row = (title, why = "", icon = "clock", mood = "calm", more = {}) => ({title, why, icon, mood, ...more});
  if (state.line === "off" && sentMove(state)) return row(say("kept"), say("keptWhy"), "clock", "must");
  if (state.note) return row(state.note, "", "jump", "must");
  if (!table) return row(say("opening"));
  if (state.ply !== null) return row(say("looking"), lookedAt(state), "eye", "calm", {undo: say("present")});
  if (over(table)) return row(verdict(table).title, verdict(table).why, "flag");
  if (table.status === "open") return table.you.length ? row(say("waiting"), say("waitingWhy"), "link") : row(say("seatFree"));
  if (choice) return row(say("ways", {n: choice.ways.length, square: choice.square}), "", "jump", "must", {undo: say("cancel")});
  const side = say("sideToMove", {side: say(table.turn)});
  if (myTurn(state)) return ownTurn(state, row, table.one_device ? side : say("yourMove"));
  const offered = table.you.includes(table.draw_offer) ? say("offered") : "";
  if (!table.you.length) return row(side, say("watching"), "eye");
  return row(table[table.turn]?.kind === "computer" ? say("thinking") : say("waitFor", {name: nameOf(table, table.turn)}), offered);
}

const lookedAt = ({table: {moves}, ply}) =>
  (ply ? `\u2066${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${moves[ply - 1]}\u2069` : say("start"));

function ownTurn(state, row, turn) {
  const {table, hand} = state;
  const play = toPlay(state);
  const node = inHand(state);
  const made = node ? hand.path.length : 0;
  if (!play) return row(turn);
  if (hand?.ready) return row(say("playIt"), `\u2066${[hand.from, ...hand.path].join(play.take ? "x" : "-")}\u2069`, "yes", "", {undo: say("undo"), sure: say("play")});
  if (!play.take) {
    const declines = !table.one_device && table.draw_offer === other(table.turn);
    return row(turn, declines ? say("movingDeclines") : node ? say("tapDot") : "", "clock", "");
  }
  const n = play.take;
  if (made) return row(say("jump", {step: made + 1, n}), say("mustTake", {n}), "jump", "must", {pips: [made, n], undo: say("undo")});
  const title = table.one_device ? `${turn} · ${say("take", {n})}` : say("take", {n});
  return row(title, node ? say("tapRing") : say("ringed", {n: Object.keys(play.from).length}), "jump", "must", n > 1 ? {pips: [0, n]} : {});
}

function announcement(state, old, next) {
  if (!old || next.version <= old.version) return "";
  const words = [];
  const moved = next.moves.length - old.moves.length;
  if (moved > 0) words.push(say("played", {side: say(other(next.turn)), move: next.moves.at(-1)}));
  const {title, why} = status({...state, table: next, hand: null, choice: null, note: null});
  if (moved || next.status !== old.status) words.push(title, why);
  const asks = next.draw_offer !== old.draw_offer && next.draw_offer;
  if (asks && !next.you.includes(asks)) words.push(`${nameOf(next, asks)} ${say("draw")}`);
  return words.filter(Boolean).join(". ");
}

const squares = [..."12345678"].flatMap(rank => [..."abcdefgh"].map(file => file + rank));
const beforeGame = Object.fromEntries(squares.filter(([, rank]) => "2367".includes(rank)).map(square => [square, square[1] < 4 ? "wm" : "bm"]));

function red({choice}, node) {
  if (!choice) return [node?.all ?? [], node?.some ?? []];
  const taken = choice.ways.map(way => way.taken);
  const all = taken[0].filter(square => taken.every(list => list.includes(square)));
  return [all, [...new Set(taken.flat())].filter(square => !all.includes(square))];
}

const endsBehind = node => (node.next ?? []).flatMap(next => [...(next.end ? [next.to] : []), ...endsBehind(next)]);

/** All that board.js draws; marks are [class, square, tag?]. */
export function boardView(state) {
  const {table, hand, choice, settings, flash} = state;
  const shown = table ?? (state.screen === "home" && state.tables[0]) ?? {};
  const back = table && pastShown(state);
  const pieces = back?.pieces ?? (table ? piecesShown(state) : shown.pieces ?? beforeGame);
  const hops = table && !back ? hopsShown(state) : [];
  const play = toPlay(state);
  const node = inHand(state);
  const sent = table && !back && sentMove(state);
  const move = back ? back.move : table?.last;
  const lifted = node && (hand.path.at(-1) ?? hand.from);
  const movable = play && !(node && hand.path.length) ? Object.keys(play.from) : [];
  const [all, some] = red(state, node);
  const next = node && !choice ? (node.next ?? []).map(({to}) => to) : choice ? [choice.square] : [];
  const ends = node && !choice ? endsBehind(node).filter(square => !next.includes(square)) : [];
  const ways = choice?.ways.slice(0, 2) ?? [];
  const last = sent ? [sent.hops[0].from, sent.hops.at(-1).to] : move ? [move.path[0], move.path.at(-1)] : [];
  const start = node && hops.length && hops[0].from;
  const lift = lifted ? [lifted] : [];
  const notes = {};
  const mark = (list, name, word) => list.map(square => {
    if (word) (notes[square] ??= []).push(say(word));
    return [`${name}${name.startsWith("ring") && pieces[square]?.[1] === "k" ? " k" : ""}`, square];
  });
  const marks = [
    ...last.map((square, index) => [all.concat(some).includes(square) ? "mk bare" : `mk ${index ? "to" : "from"}`, square]), // ticks yield to red
    ...mark(lift, "mk sel"),
    ...mark(start ? hops.map(({x}) => x).filter(square => square && !pieces[square]) : [], "gone"),
    ...mark(start && !pieces[start] ? [start] : [], `pc ${table?.pieces[start]} ghost`),
    ...mark(play?.take ? movable.filter(square => square !== lifted) : [], "ring", "must"),
    ...mark(play?.take ? [] : movable, "ring can", "can").filter(() => settings.hints && !node),
    ...mark(lift, "ring sel", "selected"),
    ...mark(all, "take", "will"),
    ...mark(some, "take maybe", "may"),
    ...mark(next, play?.take ? "dot hit" : "dot", "target"),
    ...mark([...new Set(ends)], "dot hit end", "target"),
    ...ways.map(({path}, index) => ["tag", path.find(square => !ways[1 - index].path.includes(square)) ?? path[0], "AB"[index]]),
  ];
  const lines = ways.map(({path}, index) => ({points: [lifted, ...path], alt: index === 1})).reverse();
  if (start) lines.push({points: [start, ...hops.map(({to}) => to)]});
  const turned = table ? near(state) === "black" : shown.you?.join() === "black";
  return {
    id: shown.id ?? null, ply: back ? state.ply : table ? table.moves.length : -1, move: back ? move : state.move, pieces, hops, turned, marks, lines, lifted, flash,
    live: myTurn(state) ? [...movable, ...next, ...ends] : [], plain: !settings.coordinates,
    names: Object.fromEntries(squares.map(square => [square, [square, say(pieces[square] ?? "empty"), ...(notes[square] ?? [])].join(", ")])),
  };
}

const calm = state => ({...state, note: null, armed: null, choice: null});

/** Sends an operation and keeps it until it is answered. */
function operate(state, message, effects, extra) {
  effects.push({send: message});
  return {...calm(state), hand: null, waiting: [...state.waiting, {op: message.op, message, ...extra}]};
}

const turnTo = (state, id) => ({
  ...calm(state), screen: id ? "table" : "home", wanted: id, table: null, move: null, here: {}, hand: null, ply: null, past: null,
  closed: false, lost: null, flipped: false, sheet: null,
});

function enter(state, id, effects) {
  effects.push({go: id}, {send: {t: "watch", table: id}});
  return turnTo(unseek(state, effects), id);
}

/** The search ends when the server has said so: somebody may have been found by then. */
function unseek(state, effects) {
  const search = seeking(state);
  if (!search) return state;
  const message = {...search.message, on: false};
  effects.push({send: message});
  return {...state, waiting: state.waiting.map(entry => (entry === search ? {...entry, message} : entry))};
}

/** Lands on the last of `path`; where no choice is left it goes on to the end. */
function land(state, path, {op, type}, effects) {
  const {table, hand: {from}} = state;
  const root = table.play.from[from];
  const node = walk(root, path);
  const rest = node.end ? {path: []} : state.settings.auto ? only(node) : null;
  if (!rest) return reach({...calm(state), hand: {from, path}}, effects);
  const whole = [...path, ...rest.path];
  if (state.settings.confirm && type !== "confirm") return {...calm(state), hand: {from, path: whole, ready: true}};
  const move = [from, ...whole].join(table.play.take ? "x" : "-");
  const message = {t: "act", op, table: table.id, side: table.turn, version: table.version, do: "move", move};
  const next = operate(state, message, effects, {ply: table.moves.length, hops: hops(root, from, whole)});
  effects.push({buzz: "move"});
  return next;
}

function reach(state, effects) {
  const {table, hand} = state;
  if (inHand(state)?.cut) effects.push({send: {t: "prefix", table: table.id, version: table.version, path: [hand.from, ...hand.path]}});
  return state;
}

const answered = (state, op) => ({...state, waiting: state.waiting.filter(entry => entry.op !== op)});
const position = table => table && JSON.stringify([table.id, table.moves.length, table.turn, table.pieces]);

/** Takes a state unless it is old. What may still be played stays in hand. */
function take(state, next, move, effects) {
  const old = state.table;
  if (next.id !== state.wanted || old?.version > next.version) return state;
  const same = position(old) === position(next);
  const table = same && old.play && next.play ? {...next, play: old.play} : next; // it may have grown
  const looking = state.ply !== null && state.ply < next.moves.length;
  const moved = old && next.moves.length === old.moves.length + 1 ? move ?? null : same ? state.move : null;
  const words = announcement(state, old, table);
  if (words) effects.push({say: words});
  if (old?.status === "playing" && table.status === "finished") effects.push({buzz: table.you.includes(table.outcome.winner) ? "success" : "light"});
  else if (moved && moved !== state.move && !table.you.includes(moved.side)) effects.push({buzz: moved.crowned ? "medium" : "light"});
  const taken = {...state, table, move: moved, lost: null, ply: looking ? state.ply : null, note: same ? state.note : null, armed: same ? state.armed : null};
  return inHand(taken) ? taken : {...taken, hand: null, choice: null};
}

/** Who wished a rematch goes on to it. */
function followOn(state, before, mine, effects) {
  const {table} = state;
  if (!table?.next || before?.next) return state;
  const wished = mine?.message.do === "rematch" || table.you.some(side => before?.rematch.includes(side));
  return wished ? enter(state, table.next, effects) : state;
}

function receive(state, {op, state: told, move}, effects) {
  const mine = state.waiting.find(entry => entry.op === op);
  let next = mine ? answered(state, op) : state;
  if (mine?.message.do === "move") effects.push({moved: true});
  if (["open", "seek"].includes(mine?.message.t)) {
    effects.push({go: told.id});
    next = turnTo(next, told.id);
  }
  return followOn(take(next, told, move, effects), next.table, mine, effects);
}

const hear = {
  table: receive,
  step: receive,
  welcome(state, {token, you}, effects) {
    const {wanted, table, waiting} = state;
    effects.push({token}, {send: wanted ? {t: "watch", table: wanted, last: table?.version} : {t: "mine"}});
    if (state.sheet && state.sheet !== "settings") effects.push({send: {t: state.sheet}});
    for (const {message} of waiting) effects.push({send: message}); // same ids: nothing is done twice
    return {...state, line: "on", you};
  },
  refused(state, {op, code, text, state: told}, effects) {
    if (code === "store_down") {
      effects.push({later: {type: "again"}});
      return {...state, note: text};
    }
    const next = answered(told ? take(state, told, null, effects) : state, op);
    if (next.waiting.length === state.waiting.length) return next;
    effects.push({say: text}, {buzz: "error"});
    return {...next, hand: null, choice: null, note: text};
  },
  branch(state, {table, version, path: [from, ...path], node}, effects, event) {
    const play = state.table?.play;
    if (state.table?.id !== table || state.table.version !== version || !play?.from[from]) return state;
    const grown = {...play, from: {...play.from, [from]: graft(play.from[from], path, node)}};
    const next = {...state, table: {...state.table, play: grown}};
    const stands = inHand(next) && [next.hand.from, ...next.hand.path].join() === [from, ...path].join();
    return stands && path.length ? land(next, path, event, effects) : next;
  },
  mine: (state, {tables}) => ({...state, tables}),
  games: (state, {tables}) => ({...state, games: tables}),
  top: (state, {all, month}) => ({...state, top: {all, month}}),
  replay: (state, past) => (state.table?.id === past.table ? {...state, past} : state),
  seeking(state, {op}, effects) {
    effects.push({later: {type: "again", only: op}});
    return state;
  },
  noted: (state, {op}) => answered(state, op),
  reaction: (state, {table, side, text}) => (state.table?.id === table && !state.table.you.includes(side) ? {...state, note: text} : state),
  presence: (state, {table, white, black}) => (state.table?.id === table ? {...state, here: {white, black}} : state),
  error(state, {code, text, op, table}, effects) {
    if (table && table === state.wanted && !state.table) return {...state, lost: {text}};
    effects.push({say: text});
    return op || /^(bad_|too_many)/.test(code) ? {...answered(state, op), hand: null, note: text} : state;
  },
};

function touch(state, event, effects) {
  const {square} = event;
  const {hand, table} = state;
  const play = toPlay(state);
  if (state.ply !== null) return {...calm(state), ply: null};
  if (!play || state.choice) return calm(state);
  const node = inHand(state);
  if (node) {
    if (walk(node, [square])) return land(state, [...hand.path, square], event, effects);
    const ways = endingOn(node, square);
    if (ways.length > 1) return {...calm(state), choice: {square, ways}};
    if (ways.length) return land(state, [...hand.path, ...ways[0].path], event, effects);
    if (hand.path.length || square === hand.from) return undo(state);
  }
  if (play.from[square]) return reach({...calm(state), hand: {from: square, path: []}}, effects);
  if (table.pieces[square]?.[0] !== table.turn[0]) return {...calm(state), hand: null};
  const note = play.take ? say("mustTake", {n: play.take}) : say("cannotMove"); // the ringed ones flash
  effects.push({say: note}, {buzz: "warning"});
  return {...calm(state), hand: null, note, flash: state.flash + 1};
}

function undo(state) {
  if (state.ply !== null) return {...calm(state), ply: null};
  if (state.choice) return calm(state);
  return {...calm(state), hand: state.hand?.path.length ? {from: state.hand.from, path: []} : null};
}

const again = (state, {only: one}, effects) => {
  for (const {op, message} of state.waiting) if (!one || op === one) effects.push({send: message});
  return one ? state : {...state, note: null};
};

/** Looks back at a ply, `by` so many or `to` one; the server tells what stood there. */
function step(state, {by, to}, effects) {
  const {table, past, ply} = state;
  if (!table) return state;
  const all = table.moves.length;
  const at = Math.max(0, Math.min(all, to ?? (ply ?? all) + by));
  if (past?.version !== table.version) effects.push({send: {t: "replay", table: table.id}});
  const next = {...calm(state), hand: null, ply: at < all ? at : null};
  effects.push({say: at < all ? lookedAt(next) : say("present")});
  return next;
}

function seek(state, {op}, effects) {
  const {rules, time, rated} = state.table ? {...state.table, time: state.table.time ?? state.table.days} : state.form;
  const clock = time || [300000, 3000]; // without a clock nobody is found
  const message = {t: "seek", op, on: true, rules, rated: ratedNow({...state, form: {rules, rated}}), ...clockOf(clock)};
  if (state.screen === "table") effects.push({go: null}, {send: {t: "mine"}});
  return operate(state.screen === "table" ? turnTo(state, null) : state, message, effects);
}

const clockOf = time => (time > 0 ? {days: time} : {time: time || undefined});

const ratedNow = ({you, form: {rules, rated}}) => you?.kind === "telegram" && ["classic", "federation"].includes(rules) && rated;

const handlers = {
  touch,
  undo,
  again,
  step,
  seek,
  unseek: (state, event, effects) => unseek(state, effects),
  confirm: (state, event, effects) => (state.hand?.ready && inHand(state) ? land(state, state.hand.path, event, effects) : state),
  heard: (state, event, effects) => hear[event.message.t]?.(state, event.message, effects, event) ?? state,
  line: (state, {line, lag = 0}) => ({...state, line, lag}),
  pick: (state, event, effects) =>
    toPlay(state)?.from[event.square] && !state.hand?.path.length && state.hand?.from !== event.square ? touch(state, event, effects) : state,
  drop(state, event, effects) {
    const node = inHand(state);
    return node && (walk(node, [event.square]) || endingOn(node, event.square).length) ? touch(state, event, effects) : state;
  },
  choose: (state, event, effects) =>
    (state.choice && inHand(state) ? land(state, [...state.hand.path, ...state.choice.ways[event.way].path], event, effects) : state),
  act(state, {what, op}, effects) {
    const {table} = state;
    const side = what === "sit" ? null : acting(state);
    return may(state, what) ? operate(state, {t: "act", op, table: table.id, side, version: table.version, do: what}, effects) : calm(state);
  },
  open(state, {against, op}, effects) {
    const {level, side, rules, time} = state.form;
    const message = {t: "open", op, against, rules, level, side: against === "device" ? "white" : side, ...clockOf(against === "friend" || !(time > 0) ? time : 0)};
    return operate(unseek(state, effects), {...message, rated: against === "friend" && ratedNow(state)}, effects);
  },
  enter: (state, {table}, effects) => ({...enter(state, table, effects), closed: state.games?.some(({id}) => id === table) ?? false}),
  visit(state, {table}, effects) {
    if (table && table === state.wanted) return state;
    effects.push({send: table ? {t: "watch", table} : {t: "mine"}});
    return turnTo(table ? unseek(state, effects) : state, table);
  },
  arm: (state, {what}) => ({...calm(state), armed: what}),
  disarm: (state, {what}) => (state.armed === what ? {...state, armed: null} : state),
  flip: state => ({...state, flipped: !state.flipped}),
  put: (state, {values}) => ({...state, ...values}),
  form: (state, {values}) => ({...state, form: {...state.form, ...values}}),
  settings: (state, {values}) => ({...state, settings: {...state.settings, ...values}}),
};

export function reduce(state, event) {
  const effects = [];
  return [handlers[event.type](state, event, effects), effects];
}
