// reducer.js: reduce(state, event) -> [state, effects]. Pure. Every event carries `op`, a fresh operation id.
// Effects: {send: message}, {go: table | null}, {say: words}, {buzz: kind}, {token}, {later: event}.

import {say} from "./i18n.js";
import {acting, endingOn, graft, hops, inHand, may, only, toPlay, walk} from "./state.js";
import {announcement} from "./view.js";

const calm = state => ({...state, note: null, armed: null, choice: null});

/** Sends an operation and keeps it until it is answered. */
function operate(state, message, effects, extra) {
  effects.push({send: message});
  return {...calm(state), hand: null, waiting: [...state.waiting, {op: message.op, message, ...extra}]};
}

const turnTo = (state, id) => ({
  ...calm(state), screen: id ? "table" : "home", wanted: id, table: null, move: null, here: {}, hand: null,
  closed: false, lost: null, flipped: false, sheet: null,
});

function enter(state, id, effects) {
  effects.push({go: id}, {send: {t: "watch", table: id}});
  return turnTo(state, id);
}

/** Lands on the last of `path`; where no choice is left it goes on to the end. */
function land(state, path, {op}, effects) {
  const {table, hand: {from}} = state;
  const root = table.play.from[from];
  const node = walk(root, path);
  const rest = node.end ? {path: []} : state.settings.auto ? only(node) : null;
  if (!rest) return reach({...calm(state), hand: {from, path}}, effects);
  const whole = [...path, ...rest.path];
  const move = [from, ...whole].join(table.play.take ? "x" : "-");
  const message = {t: "act", op, table: table.id, side: table.turn, version: table.version, do: "move", move};
  return operate(state, message, effects, {ply: table.moves.length, hops: hops(root, from, whole)});
}

function reach(state, effects) {
  const {table, hand} = state;
  if (inHand(state)?.cut) effects.push({send: {t: "prefix", table: table.id, version: table.version, path: [hand.from, ...hand.path]}});
  return state;
}

/* what the server says: frames of webapp/wire.py */

const answered = (state, op) => ({...state, waiting: state.waiting.filter(entry => entry.op !== op)});
const position = table => table && JSON.stringify([table.id, table.moves.length, table.turn, table.pieces]);

/** Takes a state unless it is old. What may still be played stays in hand. */
function take(state, next, move, effects) {
  const old = state.table;
  if (next.id !== state.wanted || old?.version > next.version) return state;
  const same = position(old) === position(next);
  const table = same && old.play && next.play ? {...next, play: old.play} : next; // it may have grown
  const moved = old && next.moves.length === old.moves.length + 1 ? move ?? null : same ? state.move : null;
  const words = announcement(state, old, table);
  if (words) effects.push({say: words});
  if (old?.status === "playing" && table.status === "finished") effects.push({buzz: table.you.includes(table.outcome.winner) ? "success" : "light"});
  else if (moved && moved !== state.move && !table.you.includes(moved.side)) effects.push({buzz: moved.crowned ? "medium" : "light"});
  const taken = {...state, table, move: moved, lost: null, note: same ? state.note : null, armed: same ? state.armed : null};
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
  if (mine?.message.t === "open") {
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
  presence: (state, {table, white, black}) => (state.table?.id === table ? {...state, here: {white, black}} : state),
  error(state, {code, text, op, table}, effects) {
    if (table && table === state.wanted && !state.table) return {...state, lost: {text}};
    effects.push({say: text});
    return op || /^(bad_|too_many)/.test(code) ? {...answered(state, op), hand: null, note: text} : state;
  },
};

/* what people do */

function touch(state, event, effects) {
  const {square} = event;
  const {hand, table} = state;
  const play = toPlay(state);
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
  if (state.choice) return calm(state);
  return {...calm(state), hand: state.hand?.path.length ? {...state.hand, path: []} : null};
}

const again = (state, event, effects) => {
  for (const {message} of state.waiting) effects.push({send: message});
  return {...state, note: null};
};

const handlers = {
  touch,
  undo,
  again,
  heard: (state, event, effects) => hear[event.message.t]?.(state, event.message, effects, event) ?? state,
  line: (state, {line, lag = 0}) => ({...state, line, lag}),
  // in hand at once, to be dragged
  pick: (state, event, effects) =>
    toPlay(state)?.from[event.square] && !state.hand?.path.length && state.hand?.from !== event.square ? touch(state, event, effects) : state,
  // over no target it slides back
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
    return operate(state, {t: "open", op, against, rules, level, side: against === "device" ? "white" : side, time: time || undefined}, effects);
  },
  enter: (state, {table}, effects) => enter(state, table, effects),
  // by the browser's history
  visit(state, {table}, effects) {
    if (table && table === state.wanted) return state;
    effects.push({send: table ? {t: "watch", table} : {t: "mine"}});
    return turnTo(state, table);
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
