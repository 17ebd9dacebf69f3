// state.js: all the page knows, the piece in hand. Pure; no rules: only what is in the server's tree can be played. NODE = {to, x?: taken, all?, some?: taken on all, some ways, end?, next?, cut?}.

import {say} from "./page.js";

export const beginning = {
  screen: "home", // or "table", "learn"
  chapter: "", first: false, // of learn; the first run
  line: "wait", lag: 0, // "on", "slow" (by lag seconds), "off"
  you: null, inside: false, canAddHome: false, // once welcomed; in Telegram, which knows a home screen
  tables: [], // mine
  wanted: null, table: null, move: null, // the table asked for; the server's STATE, the truth; what led to it
  here: {}, said: {}, watchers: null, // by side: has it open, has just said; {count, people} who look on
  hand: null, // {from, path: landings}
  choice: null, // {square, ways}: several captures end there
  ply: null, past: null, // the ply looked back at; {table, version, start: pieces, moves}
  waiting: [], // unanswered operations: {op, message, ply?, hops?}
  note: null, flash: 0, armed: null, // said to the player; counts; the button that asks "Sure?"
  closed: false, lost: null, sheet: null, // the sheet was closed; {text}: no such table; the dialog that lies over all
  quick: null, // the quick words are offered: "open", or "sent" while a second tap may follow
  muted: false, banned: "", blocked: [], bind: null, // not told others' words; why; tables; {code, name? | text?} of a link
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
export const sentMove = ({waiting, table}) => waiting.find(({hops: [first] = [], message, ply}) =>
  first && message.table === table?.id && ply === table.moves.length && table.pieces[first.from]?.[0] === table.turn[0]) ?? null;

export const toPlay = state => (state.table?.status === "playing" && !state.banned && state.ply === null && !sentMove(state) && state.table.play) || null;

export function inHand(state) {
  const play = toPlay(state);
  return (play && state.hand && walk(play.from[state.hand.from], state.hand.path)) ?? null;
}

export function hopsShown(state) {
  const {table, hand} = state;
  return sentMove(state)?.hops ?? (inHand(state) ? hops(table.play.from[hand.from], hand.from, hand.path) : []);
}

export const seeking = ({waiting}) => waiting.find(({message}) => message.t === "seek" && message.on);

export const over = table => ["finished", "aborted"].includes(table?.status);
export const myTurn = ({table}) => table?.status === "playing" && table.you.includes(table.turn);

export const acting = ({table}) => (table.you.length > 1 ? table.turn : table.you[0]) ?? null;

export const may = (state, name) => state.table?.may.includes(name) && !state.waiting.some(({message}) => message.do === name) &&
  (!state.banned || ["resign", "abort"].includes(name));

/** The side of the person across the table. */
export function rival({table}) {
  const side = table?.you.length === 1 ? other(table.you[0]) : null;
  return side && table[side] && table[side].kind !== "computer" ? side : null;
}

export function offer({table}) {
  if (table?.status !== "playing" || table.you.length !== 1) return null;
  return ["draw", "takeback"].find(what => table[`${what}_offer`] === other(table.you[0])) ?? null;
}

export const walk = (root, path) => path.reduce((node, square) => node?.next?.find(({to}) => to === square), root);

const hops = (root, from, path) =>
  path.map((to, index) => ({from: index ? path[index - 1] : from, to, x: walk(root, path.slice(0, index + 1))?.x}));

function* ways(node, path = [], taken = []) {
  if (node.end) yield {path, taken};
  for (const next of node.next ?? []) yield* ways(next, [...path, next.to], next.x ? [...taken, next.x] : taken);
}

/** Same end and same pieces taken are one move, whatever the route. */
const moves = node =>
  [...new Map([...ways(node)].reverse().map(way => [`${way.path.at(-1)} ${[...way.taken].sort()}`, way])).values()].reverse();

const known = node => !node.cut && (node.next ?? []).every(known);

function only(node) {
  const left = known(node) ? moves(node) : [];
  return left.length === 1 ? left[0] : null;
}

export const endingOn = (node, square) => moves(node).filter(({path}) => path.at(-1) === square);

/** `root` with `branch` where it was cut. */
export const graft = (root, [step, ...path], branch) =>
  (step ? {...root, next: root.next?.map(node => (node.to === step ? graft(node, path, branch) : node))} : {...branch, x: root.x});

export const endsBehind = node => (node.next ?? []).flatMap(next => [...(next.end ? [next.to] : []), ...endsBehind(next)]);

export const calm = state => ({...state, note: null, armed: null, choice: null, quick: null});

/** Sends a request and keeps it until it is answered. */
export function ask(state, message, effects, extra) {
  effects.push({send: message});
  return {...state, waiting: [...state.waiting, {op: message.op, message, ...extra}]};
}

export const operate = (state, message, effects, extra) => ask({...calm(state), hand: null}, message, effects, extra);

export const turnTo = (state, id) => ({
  ...calm(state), screen: id ? "table" : "home", wanted: id, table: null, move: null, here: {}, said: {}, watchers: null, hand: null, ply: null, past: null,
  closed: false, lost: null, flipped: false, sheet: null,
});

export function enter(state, id, effects) {
  effects.push({go: id}, {send: {t: "watch", table: id}});
  return turnTo(unseek(state, effects), id);
}

/** Ends when the server has said so: somebody may have been found. */
export function unseek(state, effects) {
  const search = seeking(state);
  if (!search) return state;
  const message = {...search.message, on: false};
  effects.push({send: message});
  return {...state, waiting: state.waiting.map(entry => (entry === search ? {...entry, message} : entry))};
}

/** Where no choice is left it goes on to the end. */
export function land(state, path, {op, type}, effects) {
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

export const answered = (state, op) => ({...state, waiting: state.waiting.filter(entry => entry.op !== op)});
export const position = table => table && JSON.stringify([table.id, table.moves.length, table.turn, table.pieces]);

export function touch(state, event, effects) {
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

export function undo(state) {
  if (state.ply !== null) return {...calm(state), ply: null};
  if (state.choice) return calm(state);
  return {...calm(state), hand: state.hand?.path.length ? {from: state.hand.from, path: []} : null};
}

export const clockOf = time => (time > 0 ? {days: time} : {time: time || undefined});

export const ratedNow = ({you, form: {rules, rated}}) => you?.kind === "telegram" && ["classic", "federation"].includes(rules) && rated;
