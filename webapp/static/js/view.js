// view.js: what is shown and said of a state.

import {dotted, say} from "./page.js";
import {endsBehind, hopsShown, inHand, myTurn, near, other, over, sentMove, toPlay} from "./state.js";

/** `time`: [base, increment] in ms, or days a move. */
export const clockName = time => (time > 0 ? say("daysAMove", {n: time}) : time ? `${time[0] / 60000}+${time[1] / 1000}` : say("noClock"));
export const kindOf = table => say(table.one_device ? "oneDevice" : table.rated ? "rated" : "friendly");

export const clocks = [0, [180000, 2000], [300000, 3000], [600000, 5000], [900000, 10000], 1, 3, 7];

export const opponent = table => (table.one_device ? say("oneDevice") : nameOf(table, table.you[0] === "white" ? "black" : "white"));

export function turnOf(table) {
  if (table.status === "open") return say("waiting");
  if (table.one_device) return say("sideToMove", {side: say(table.turn)});
  return table.your_turn ? say("yourMove") : say("waitFor", {name: opponent(table)});
}

export function nameOf(table, side) {
  const player = table[side];
  return table.one_device ? say(side) : !player ? say("free") : player.kind === "computer" ? say("computer") : player.name;
}

export const ratingOf = player => (player?.rating ? `\u2066${player.rating}${player.unsure ? "?" : ""}\u2069` : "");

export function verdict(table) {
  if (table.status === "aborted") return {title: say("aborted"), why: "", winner: null};
  const {winner, reason, text} = table.outcome;
  const own = table.you.length === 1 ? table.you[0] : null;
  const title = !winner ? say("drawn") : !own ? say("wins", {side: say(winner)}) : winner === own ? say("won") : say("lost");
  const told = say(reason, {name: winner && nameOf(table, other(winner))});
  const length = table.moves && say("moves", {n: Math.ceil(table.moves.length / 2)}).replaceAll(" ", "\u00a0");
  return {title, why: dotted(told === reason ? text : told, length), winner};
}

export function status(state) {
  const {table, choice} = state;
  const row = (title, why = "", icon = "clock", mood = "calm", more = {}) => ({title, why, icon, mood, ...more});
  if (state.line === "off" && sentMove(state)) return row(say("kept"), say("keptWhy"), "clock", "must");
  if (state.note) return row(state.note, "", "jump", "must");
  if (!table) return row(say("opening"));
  if (state.banned) return row(state.banned, "", "no", "must");
  if (state.ply !== null) return row(say("looking"), lookedAt(state), "eye", "calm", {undo: say("present")});
  if (over(table)) return row(verdict(table).title, verdict(table).why, "flag");
  if (table.status === "open") return table.you.length ? row(say("waiting"), say("waitingWhy"), "share") : row(say("seatFree"));
  if (choice) return row(say("ways", {n: choice.ways.length, square: choice.square}), "", "jump", "must", {undo: say("cancel")});
  const side = say("sideToMove", {side: say(table.turn)});
  if (myTurn(state)) return ownTurn(state, row, table.one_device ? side : say("yourMove"));
  const offered = table.you.includes(table.draw_offer) ? say("offered") : "";
  if (!table.you.length) return row(side, say("watching"), "eye");
  return row(table[table.turn]?.kind === "computer" ? say("thinking") : say("waitFor", {name: nameOf(table, table.turn)}), offered);
}

export const lookedAt = ({table: {moves}, ply}) =>
  (ply ? `\u2066${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${moves[ply - 1]}\u2069` : say("start"));

function ownTurn(state, row, turn) {
  const {table, hand} = state;
  const play = toPlay(state);
  const node = inHand(state);
  const made = node ? hand.path.length : 0;
  if (!play) return row(turn);
  if (table.moves.length < 2 && table.note && !node) return row(turn, table.note);
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

export function announcement(state, old, next) {
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

/** What stood there, and the move that led to it; null: the present. */
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

const squares = [..."12345678"].flatMap(rank => [..."abcdefgh"].map(file => file + rank));
const beforeGame = Object.fromEntries(squares.filter(([, rank]) => "2367".includes(rank)).map(square => [square, square[1] < 4 ? "wm" : "bm"]));

function red({choice}, node) {
  if (!choice) return [node?.all ?? [], node?.some ?? []];
  const taken = choice.ways.map(way => way.taken);
  const all = taken[0].filter(square => taken.every(list => list.includes(square)));
  return [all, [...new Set(taken.flat())].filter(square => !all.includes(square))];
}

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
