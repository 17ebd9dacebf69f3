// view.js: what the board shall look like and what the status row shall say, worked out from the state. Pure.

import {pieceName, say} from "./i18n.js";
import {hopsShown, inHand, myTurn, near, other, piecesShown, sentMove, toPlay} from "./state.js";

/** The name to show for the player on `side`. */
export function nameOf(table, side) {
  const player = table[side];
  if (table.one_device) return say[side]();
  if (!player) return say.free();
  return player.kind === "computer" ? say.computer() : player.name;
}

/** {title, why, winner} of a finished or cancelled table, from the seat of the one who reads. */
export function verdict(table) {
  if (table.status === "aborted") return {title: say.aborted(), why: "", winner: null};
  const {winner} = table.outcome;
  const own = table.you.length === 1 ? table.you[0] : null;
  const title = !winner ? say.drawn() : !own ? say.sideWins(winner) : winner === own ? say.won() : say.lost();
  const why = say.reason(table.outcome, winner ? nameOf(table, other(winner)) : "");
  return {title, why: `${why} · ${say.count(Math.ceil(table.moves.length / 2)).replaceAll(" ", "\u00a0")}`, winner};
}

/** What the status row shows: {title, why, icon, mood: "" | "calm" | "must" | "bad", pips: [done, all] | null, undo: word | null}. */
export function status(state) {
  const {table} = state;
  const row = (title, why = "", icon = "clock", mood = "calm", more = {}) => ({title, why, icon, mood, pips: null, undo: null, ...more});
  if (!table) return row(say.opening());
  if (state.line === "off" && sentMove(state)) return row(say.kept(), say.keptWhy(), "off", "must");
  if (state.note) return row(state.note, "", "jump", "must");
  if (table.status === "finished" || table.status === "aborted") {
    const {title, why} = verdict(table);
    return row(title, why, "flag");
  }
  if (table.status === "open") return table.you.length ? row(say.waiting(), say.waitingWhy(), "link") : row(say.seatFree());
  if (state.choice) {
    const {square, ways} = state.choice;
    return row(say.twoWays(ways.length, square), "", "jump", "must", {undo: say.cancel()});
  }
  return myTurn(state) ? ownTurn(state, row) : theirTurn(state, row);
}

function ownTurn(state, row) {
  const {table} = state;
  const play = toPlay(state);
  const turn = table.one_device ? say.sideToMove(table.turn) : say.yourMove();
  if (!play) return row(turn);
  const node = inHand(state);
  const made = state.hand?.path.length ?? 0;
  if (play.take && node && made) {
    return row(say.jump(made + 1, play.take), say.mustTake(play.take), "jump", "must", {pips: [made, play.take], undo: say.undo()});
  }
  if (play.take) {
    const title = table.one_device ? `${turn} · ${say.take(play.take)}` : say.take(play.take);
    return row(title, node ? say.tapRing() : say.ringed(Object.keys(play.from).length), "jump", "must", {pips: play.take > 1 ? [0, play.take] : null});
  }
  const declines = table.draw_offer && table.draw_offer !== table.turn && !table.one_device;
  return row(turn, declines ? say.movingDeclines() : node ? say.tapDot() : "", "clock", "");
}

function theirTurn(state, row) {
  const {table} = state;
  const offered = table.you.includes(table.draw_offer) ? say.offered() : "";
  if (!table.you.length) return row(say.sideToMove(table.turn), say.watching(), "eye");
  return table[table.turn]?.kind === "computer" ? row(say.thinking(), offered) : row(say.waitFor(nameOf(table, table.turn)), offered);
}

/** What is read out when `next` follows `old`: the move, and then what is wanted. */
export function announcement(state, old, next) {
  if (!old || next.version <= old.version) return "";
  const words = [];
  if (next.moves.length > old.moves.length) words.push(say.played(other(next.turn), next.moves.at(-1)));
  const {title, why} = status({...state, table: next, hand: null, choice: null, note: null});
  if (next.moves.length !== old.moves.length || next.status !== old.status) words.push(title, why);
  if (next.draw_offer && next.draw_offer !== old.draw_offer && !next.you.includes(next.draw_offer)) words.push(`${nameOf(next, next.draw_offer)} ${say.offersDraw()}`);
  return words.filter(Boolean).join(". ");
}

const files = "abcdefgh";
export const squares = [..."12345678"].flatMap(rank => [...files].map(file => file + rank));

/** The pieces as they are set up, for the board that waits on the home screen. */
const setUp = Object.fromEntries(Object.entries({2: "wm", 3: "wm", 6: "bm", 7: "bm"}).flatMap(([rank, kind]) => [...files].map(file => [file + rank, kind])));

/** The marks of the last move; the ticks yield where a red ring stands on the same square. */
function lastMarks(last, red) {
  const mark = (square, name) => [red.includes(square) ? "mk bare" : `mk ${name}`, square];
  return last ? [mark(last[0], "from"), mark(last.at(-1), "to")] : [];
}

/** The red rings: [what every remaining way takes, what some take]. With a choice open: what both take, what they differ in. */
function redMarks(state, node) {
  if (state.choice) {
    const {ways} = state.choice;
    const all = ways[0].taken.filter(square => ways.every(way => way.taken.includes(square)));
    return [all, [...new Set(ways.flatMap(way => way.taken))].filter(square => !all.includes(square))];
  }
  return [node?.all ?? [], node?.some ?? []];
}

/** The squares that can be tapped now: next landings, and where whole captures end. */
function targets(state, node) {
  if (!node || state.choice) return {next: [], ends: []};
  const next = (node.next ?? []).map(({to}) => to);
  const ends = new Set();
  (function collect(from) {
    for (const child of from.next ?? []) {
      if (child.end) ends.add(child.to);
      collect(child);
    }
  })(node);
  return {next, ends: [...ends].filter(square => !next.includes(square))};
}

/** The way of a half-finished capture: its line, the ghost at its start, crosses where pieces were. */
function trailMarks(state, hops, pieces) {
  if (!hops.length || sentMove(state)) return {marks: [], lines: []};
  const {from} = hops[0];
  const marks = hops.filter(({x}) => x && !pieces[x]).map(({x}) => ["gone", x]);
  if (!pieces[from]) marks.push([`pc ${state.table.pieces[from]} ghost`, from]);
  return {marks, lines: [{points: [from, ...hops.map(({to}) => to)]}]};
}

/** The first two of several ways to one square, drawn and lettered where they part. */
function choiceLines(state) {
  const {choice, hand} = state;
  if (!choice) return {marks: [], lines: []};
  const start = hand.path.at(-1) ?? hand.from;
  const shown = choice.ways.slice(0, 2);
  const lines = shown.map(({path}, index) => ({points: [start, ...path], alt: index === 1}));
  const marks = shown.map((way, index) => [`tag`, way.path.find(square => !shown[1 - index]?.path.includes(square)) ?? way.path[0], "AB"[index]]);
  return {marks, lines: lines.reverse()};
}

/** Names for those who hear the board: {square: "c4, white king, must capture"}. */
function names(pieces, notes) {
  return Object.fromEntries(squares.map(square => {
    const words = [pieces[square] ? pieceName(pieces[square]) : say.empty(), ...(notes[square] ?? [])];
    return [square, say.square(square, words)];
  }));
}

/** Everything board.js needs: {id, version, ply, move, pieces, hops, turned, marks: [[class, square, tag?]], lines, lifted, live, names, flash, plain}. */
export function boardView(state) {
  const {table, settings} = state;
  if (!table) return emptyView(state);
  const pieces = piecesShown(state);
  const hops = hopsShown(state);
  const play = toPlay(state);
  const node = inHand(state);
  const lifted = node ? state.hand.path.at(-1) ?? state.hand.from : null;
  const movable = play ? Object.keys(play.from) : [];
  const [all, some] = redMarks(state, node);
  const {next, ends} = targets(state, node);
  const sent = sentMove(state);
  const trail = trailMarks(state, hops, pieces);
  const choice = choiceLines(state);
  const king = square => (pieces[square]?.[1] === "k" ? " k" : "");
  const halfway = Boolean(state.hand?.path.length);
  const must = play?.take && !halfway ? movable.filter(square => square !== lifted) : [];
  const can = play && !play.take && !node && settings.hints ? movable : [];
  const notes = {};
  const note = (list, word) => list.forEach(square => (notes[square] ??= []).push(word));
  note(must, say.mustCapture());
  if (play && !play.take) note(movable, say.canMove());
  if (lifted) note([lifted], say.selected());
  note([...next, ...ends], say.target());
  note(all, say.willBeTaken());
  note(some, say.mayBeTaken());
  const last = sent ? [sent.hops[0].from, ...sent.hops.map(({to}) => to)] : table.last?.path;
  return {
    id: table.id, version: table.version, ply: table.moves.length, move: state.move, pieces, hops, turned: near(state) === "black",
    marks: [
      ...lastMarks(last, [...all, ...some]),
      ...(lifted ? [["mk sel", lifted]] : []),
      ...trail.marks,
      ...must.map(square => [`ring${king(square)}`, square]),
      ...can.map(square => ["ring can", square]),
      ...(lifted ? [[`ring sel${king(lifted)}`, lifted]] : []),
      ...all.map(square => ["take", square]),
      ...some.map(square => ["take maybe", square]),
      ...next.map(square => [play?.take ? "dot hit" : "dot", square]),
      ...ends.map(square => ["dot hit end", square]),
      ...(state.choice ? [["dot hit", state.choice.square]] : []),
      ...choice.marks,
    ],
    lines: [...choice.lines, ...trail.lines], lifted, live: myTurn(state) ? [...movable, ...next, ...ends] : [],
    names: names(pieces, notes), flash: state.flash, plain: !settings.coordinates,
  };
}

/** The board of the home screen: the first running game, or the pieces as they are set up. */
function emptyView(state) {
  const shown = state.screen === "home" ? state.tables[0] : null;
  const pieces = shown?.pieces ?? setUp;
  const turned = shown?.you?.length === 1 && shown.you[0] === "black";
  return {
    id: shown?.id ?? null, version: shown?.version ?? 0, ply: -1, move: null, pieces, hops: [], turned, marks: [], lines: [], lifted: null, live: [],
    names: names(pieces, {}), flash: state.flash, plain: !state.settings.coordinates,
  };
}
