// reducer.js: reduce(state, event) -> [state, effects]. Pure: no clock, no chance, no page. Events that may send something
// carry `op`, a fresh operation id. Effects: {send: message}, {go: table id | null}, {say: announcement}, {buzz: kind},
// {token}, {later: event}.

import {say} from "./i18n.js";
import {acting, endingOn, graft, hops, inHand, may, only, toPlay, walk} from "./state.js";
import {announcement} from "./view.js";

/** Nothing said, nothing asked. */
const calm = state => ({...state, note: null, armed: null, choice: null});

/** Sends `message` as an operation, and remembers it until it is answered: the line may drop before. */
function operate(state, message, effects, extra) {
  effects.push({send: message});
  return {...state, waiting: [...state.waiting, {op: message.op, message, ...extra}]};
}

/** The page turned to table `id`, of which nothing is known yet. */
const turnTo = (state, id) =>
  ({...calm(state), screen: "table", wanted: id, table: null, move: null, here: {}, hand: null, closed: false, lost: null, flipped: false, sheet: null});

/** Turns to table `id` and asks for it. */
function enter(state, id, effects) {
  effects.push({go: id}, {send: {t: "watch", table: id}});
  return turnTo(state, id);
}

/** The piece in hand lands on the last of `path`; a way without a choice is gone to its end, a whole one is played. */
function land(state, path, {op}, effects) {
  const {from} = state.hand;
  const node = walk(state.table.play.from[from], path);
  const rest = node.end ? {path: []} : state.settings.auto ? only(node) : null;
  if (rest) return playOut(state, from, [...path, ...rest.path], op, effects);
  return reach({...calm(state), hand: {from, path}}, effects);
}

/** A node that was cut off the tree is asked for when the piece stands on it. */
function reach(state, effects) {
  const {table, hand} = state;
  if (inHand(state)?.cut) effects.push({send: {t: "prefix", table: table.id, version: table.version, path: [hand.from, ...hand.path]}});
  return state;
}

function playOut(state, from, path, op, effects) {
  const {table} = state;
  const move = [from, ...path].join(table.play.take ? "x" : "-");
  const message = {t: "act", op, table: table.id, side: table.turn, version: table.version, do: "move", move};
  const played = {...calm(state), hand: null};
  return operate(played, message, effects, {ply: table.moves.length, hops: hops(table.play.from[from], from, path)});
}

/* ---- what the server says (frames: webapp/wire.py) ---- */

const answered = (state, op) => ({...state, waiting: state.waiting.filter(entry => entry.op !== op)});

/** The same position with the same side to move, whatever else has happened (an offer, a visitor). */
const position = ({id, moves, turn, pieces}) => JSON.stringify([id, moves.length, turn, pieces]);
const samePosition = (old, next) => Boolean(old) && position(old) === position(next);

/** What was in hand stays in hand as long as it may still be played. */
function holdOn(state) {
  const {hand} = state;
  const play = toPlay(state);
  if (play && hand && play.from[hand.from] && walk(play.from[hand.from], hand.path)) return state;
  return {...state, hand: null, choice: null};
}

/** Takes a state of the followed table, unless it is older than what is known. */
function take(state, next, move, effects) {
  const old = state.table?.id === next.id ? state.table : null;
  if (next.id !== state.wanted || (old && next.version < old.version)) return state;
  const same = samePosition(old, next) && old.play && next.play;
  const table = same ? {...next, play: old.play} : next; // the old tree may have grown by branches asked for
  const moved = old && next.moves.length === old.moves.length + 1 ? move ?? null : same ? state.move : null;
  const words = announcement(state, old, table);
  if (words) effects.push({say: words});
  if (old && table.status === "finished" && old.status !== "finished") effects.push({buzz: table.you.includes(table.outcome?.winner) ? "success" : "light"});
  else if (moved && !table.you.includes(moved.side)) effects.push({buzz: moved.crowned ? "medium" : "light"});
  return holdOn({...state, table, move: moved, lost: null, note: samePosition(old, next) ? state.note : null, armed: same ? state.armed : null});
}

/** Both wanted a rematch: whoever asked for it goes on to the next table. */
function followOn(state, before, mine, effects) {
  const {table} = state;
  if (!table?.next || before?.next || table.id !== state.wanted) return state;
  const wanted = mine?.message.do === "rematch" || table.you.some(side => before?.rematch.includes(side));
  return wanted ? enter(state, table.next, effects) : state;
}

function receive(state, message, effects) {
  const mine = state.waiting.find(entry => entry.op === message.op);
  let next = mine ? answered(state, mine.op) : state;
  if (mine?.message.t === "open") {
    effects.push({go: message.state.id}); // and it is followed already
    next = turnTo(next, message.state.id);
  }
  const before = next.table;
  return followOn(take(next, message.state, message.move, effects), before, mine, effects);
}

const hear = {
  welcome(state, message, effects) {
    effects.push({token: message.token});
    if (state.screen === "home") effects.push({send: {t: "mine"}});
    if (state.wanted) effects.push({send: {t: "watch", table: state.wanted, ...(state.table && {last: state.table.version})}});
    // the same operation ids as before: what had arrived is not done again
    for (const entry of state.waiting) effects.push({send: entry.message});
    return {...state, line: "on", you: message.you, bot: message.bot ?? null};
  },
  table: receive,
  step: receive,
  refused(state, message, effects) {
    if (message.code === "store_down") { // nothing has changed: the same operation is sent again
      effects.push({later: {type: "again"}});
      return {...state, note: message.text};
    }
    const known = state.waiting.some(entry => entry.op === message.op);
    let next = answered(state, message.op);
    if (message.state) next = take(next, message.state, null, effects);
    if (known) effects.push({say: message.text}, {buzz: "error"});
    return known ? {...next, hand: null, choice: null, note: message.text} : next;
  },
  branch(state, {table, version, path: [from, ...path], node}, effects, event) {
    const play = state.table?.play;
    if (state.table?.id !== table || state.table.version !== version || !play?.from[from]) return state;
    const grown = {...play, from: {...play.from, [from]: graft(play.from[from], path, node)}};
    const next = {...state, table: {...state.table, play: grown}};
    const here = next.hand?.from === from && next.hand.path.join() === path.join() && path.length && inHand(next);
    return here ? land(next, path, event, effects) : next;
  },
  mine: (state, {tables}) => ({...state, tables}),
  presence: (state, {table, white, black}) => (state.table?.id === table ? {...state, here: {white, black}} : state),
  error(state, {code, text, op, table}, effects) {
    if (table && table === state.wanted && !state.table) return {...state, lost: {code, text}};
    if (op) return {...answered(state, op), hand: null, note: text};
    effects.push({say: text});
    return /^(bad_|too_many)/.test(code) ? {...state, note: text} : state;
  },
};

/** Event {type: "heard", message, op}: one frame from the server; unknown ones are passed over. */
const heard = (state, event, effects) => hear[event.message.t]?.(state, event.message, effects, event) ?? state;

/* ---- what people do ---- */

/** A piece that may not move was touched: the ones that may flash, and the status says why. */
function explain(state, effects) {
  const {take} = state.table.play;
  const note = take ? say.mustTake(take) : say.cannotMove();
  effects.push({say: note}, {buzz: "warning"});
  return {...calm(state), hand: null, note, flash: state.flash + 1};
}

function touch(state, event, effects) {
  const {square} = event;
  const play = toPlay(state);
  if (!play) return state.armed || state.note ? calm(state) : state;
  if (state.choice) return calm(state);
  const node = inHand(state);
  if (node) {
    if (walk(node, [square])) return land(state, [...state.hand.path, square], event, effects);
    const ways = endingOn(node, square);
    if (ways.length === 1) return land(state, [...state.hand.path, ...ways[0].path], event, effects);
    if (ways.length > 1) return {...calm(state), choice: {square, ways}};
    if (state.hand.path.length) return undo(state);
    if (square === state.hand.from) return {...calm(state), hand: null};
  }
  if (play.from[square]) return reach({...calm(state), hand: {from: square, path: []}}, effects);
  if (state.table.pieces[square]?.[0] === state.table.turn[0]) return explain(state, effects);
  return {...calm(state), hand: null};
}

function undo(state) {
  if (state.choice) return calm(state);
  return {...calm(state), hand: state.hand?.path.length ? {...state.hand, path: []} : null};
}

function act(state, {what, op}, effects) {
  const {table} = state;
  if (!may(state, what)) return calm(state);
  const side = what === "sit" ? null : acting(state);
  return operate(calm(state), {t: "act", op, table: table.id, side, version: table.version, do: what}, effects);
}

function open(state, {against, op}, effects) {
  const {level, side, rules, time} = state.form;
  const message = {t: "open", op, against, rules};
  if (time) message.time = time;
  if (against === "computer") message.level = level;
  if (against !== "device") message.side = side;
  return operate(calm(state), message, effects);
}

const handlers = {
  heard,
  touch,
  act,
  open,
  undo,
  /** Everything unanswered once more, with the same operation ids. */
  again(state, event, effects) {
    for (const {message} of state.waiting) effects.push({send: message});
    return {...state, note: null};
  },
  line: (state, {line, lag = 0}) => ({...state, line, lag}),
  /** A piece was pressed: it is taken in hand at once, so that it can be dragged. */
  pick: (state, event, effects) =>
    toPlay(state)?.from[event.square] && !state.hand?.path.length && state.hand?.from !== event.square ? touch(state, event, effects) : state,
  /** A dragged piece was let go over `square`; over no target it slides back. */
  drop(state, event, effects) {
    const node = inHand(state);
    return node && (walk(node, [event.square]) || endingOn(node, event.square).length) ? touch(state, event, effects) : state;
  },
  choose(state, event, effects) {
    const way = state.choice?.ways[event.way];
    return way ? land(state, [...(state.hand?.path ?? []), ...way.path], event, effects) : state;
  },
  /** The address in the browser has changed: nothing is to be pushed into the history. */
  visit(state, {table}, effects) {
    if (table === state.wanted && state.screen === "table") return {...state, sheet: null};
    effects.push({send: {t: "watch", table}});
    return turnTo(state, table);
  },
  home(state, {pushed}, effects) {
    if (!pushed) effects.push({go: null});
    effects.push({send: {t: "mine"}});
    return {...calm(state), screen: "home", wanted: null, table: null, hand: null, lost: null, sheet: null};
  },
  resume: (state, {table}, effects) => enter(state, table, effects),
  /** Resigning, and taking a draw in a rated game, are asked once more, in place. */
  arm: (state, {what}) => ({...calm(state), armed: what}),
  disarm: (state, {what}) => (state.armed === what ? {...state, armed: null} : state),
  note: (state, {text}) => ({...state, note: text}),
  close: state => ({...state, closed: true}),
  flip: state => ({...state, flipped: !state.flipped}),
  sheet: (state, {sheet}) => ({...state, sheet}),
  form: (state, {values}) => ({...state, form: {...state.form, ...values}}),
  settings: (state, {values}) => ({...state, settings: {...state.settings, ...values}}),
};

/** The next state, and what shall be done about it outside. */
export function reduce(state, event) {
  const effects = [];
  return [handlers[event.type](state, event, effects), effects];
}
