// reduce.js: reduce(state, event) -> [state, effects], pure. Every event has a fresh `op`. Effects: {send}, {go: table}, {say}, {buzz},
// {token}, {later: event, after: ms}, {moved}, {speak: language}.

import {say} from "./page.js";
import {
  acting, answered, ask, calm, clockOf, endingOn, enter, graft, inHand, land, may, operate, position, ratedNow, toPlay, touch, turnTo, undo, unseek, walk,
} from "./state.js";
import {announcement, lookedAt, nameOf} from "./view.js";

/** Unless it is old. What may still be played stays in hand. */
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

function heard(state, side, text, effects) {
  if (state.said[side] === text) return state;
  effects.push({say: `${nameOf(state.table, side)}: ${text}`}, {later: {type: "hush", side, text}, after: 4000});
  return {...state, said: {...state.said, [side]: text}};
}

const done = {
  react: (state, {reaction, table}, effects) => (state.table?.id === table ? heard(state, acting(state), say(reaction), effects) : state),
  mute: (state, {on}) => ({...state, muted: on, note: say(on ? "mutedDone" : "heardDone")}),
  block: (state, {on, table}) =>
    ({...state, blocked: [...state.blocked.filter(id => id !== table), ...(on ? [table] : [])], note: say(on ? "blockDone" : "unblockDone")}),
  report: state => ({...state, note: say("reportDone")}),
  prefer(state, {language}, effects) {
    effects.push({speak: language});
    return state;
  },
};

const hear = {
  table: receive,
  step: receive,
  welcome(state, {token, you, muted, chosen = ""}, effects) {
    const {wanted, table, waiting} = state;
    effects.push({token}, {send: wanted ? {t: "watch", table: wanted, last: table?.version} : {t: "mine"}});
    if (["games", "top"].includes(state.sheet)) effects.push({send: {t: state.sheet}});
    for (const {message} of waiting) effects.push({send: message}); // same ids: nothing is done twice
    if (you.kind === "telegram") effects.push({speak: chosen});
    return {...state, line: "on", you, muted, banned: ""};
  },
  refused(state, {op, code, text, state: told}, effects) {
    if (code === "store_down") {
      effects.push({later: {type: "again"}});
      return {...state, note: text};
    }
    const mine = state.waiting.find(entry => entry.op === op);
    const next = answered(told ? take(state, told, null, effects) : state, op);
    if (!mine) return next;
    effects.push({say: text}, {buzz: "error"});
    return {...next, ...(mine.message.do && {hand: null, choice: null}), note: text, banned: code === "banned" ? text : state.banned};
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
    effects.push({later: {type: "again", only: op}, after: 4000});
    return state;
  },
  noted(state, {op, what}, effects) {
    const mine = state.waiting.find(entry => entry.op === op);
    return mine && done[what] ? done[what](answered(state, op), mine.message, effects) : answered(state, op);
  },
  preferred(state, {language}, effects) {
    effects.push({speak: language});
    return state;
  },
  reaction: (state, {table, side, text}, effects) =>
    (state.table?.id !== table || (state.muted && !state.table.you.includes(side)) ? state : heard(state, side, text, effects)),
  watchers: (state, {table, count, people}) => (state.wanted === table ? {...state, watchers: count ? {count, people} : null} : state),
  presence: (state, {table, white, black}) => (state.table?.id === table ? {...state, here: {white, black}} : state),
  error(state, {code, text, op, table}, effects) {
    if (table && table === state.wanted && !state.table) return {...state, lost: {text}};
    effects.push({say: text});
    if (code === "banned") return {...state, banned: text, hand: null};
    return op || /^(bad_|too_many)/.test(code) ? {...answered(state, op), hand: null, note: text} : state;
  },
};

const again = (state, {only: one}, effects) => {
  for (const {op, message} of state.waiting) if (!one || op === one) effects.push({send: message});
  return one ? state : {...state, note: null};
};

/** Looks back, `by` so many plies or `to` one. */
function step(state, {by, to}, effects) {
  const {table, past, ply} = state;
  if (!table) return state;
  const all = table.moves.length;
  const at = Math.max(0, Math.min(all, Number(to ?? (ply ?? all) + Number(by))));
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

export const handlers = {
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
  quick: (state, {now}) => ({...calm(state), quick: now}),
  hush: (state, {side, text}) => (state.said[side] === text ? {...state, said: {...state.said, [side]: null}} : state),
  react(state, {reaction, op}, effects) {
    if (state.quick === "sent") return state;
    effects.push({later: {type: "quick", now: null}, after: 700}); // a second tap lands on nothing
    return {...ask(state, {t: "react", op, table: state.table.id, reaction}, effects), quick: "sent"};
  },
  ask: (state, {message, op}, effects) => ask(calm(state), {...message, op, table: state.table?.id}, effects),
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
