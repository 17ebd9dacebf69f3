// state.js: the whole state of the page in one object, and what can be read off it and off the tree of moves. Changes nothing.
// There are no rules here: what is not in the tree the server sends with a position cannot be played.
//   NODE = {to, x?: piece this hop takes, all?, some?: what all / some remaining ways take, end?, next?: [NODE], cut?}
//   WAY  = {path: [landing, …], taken: [square, …]}, counted from the node it was asked of

export const beginning = {
  screen: "home",    // "home" | "table"
  line: "wait",      // connection: "wait" (first time) | "on" | "slow" | "off"
  lag: 0,            // seconds the present answer is overdue, while slow
  you: null,         // {id, name, kind, language} once welcomed
  inside: false,     // inside Telegram
  tables: [],        // my running tables, as summaries (home)
  wanted: null,      // id of the table this page follows or has asked for
  table: null,       // STATE of the server: the truth
  move: null,        // {path, taken, crowned, side}: how the table came to this version, when it came by one move
  here: {},          // {white, black}: who of the two is looking at the table
  hand: null,        // the piece in hand: {from, path: landings so far}
  choice: null,      // several captures end there: {square, ways}
  waiting: [],       // sent or waiting for the line, not answered yet: {op, message, ply?, hops?}
  note: null,        // a sentence to the player, until the next thing happens
  flash: 0,          // counts up each time the ringed pieces shall flash
  armed: null,       // the button that has been pressed once and asks again
  closed: false,     // the sheet over the table has been closed
  lost: null,        // {code, text}: there is no such table
  flipped: false,    // board turned by hand
  sheet: null,       // "settings" | null
  form: {level: 3, side: "random", rules: "classic", time: 0},              // choices on the home screen
  settings: {look: null, coordinates: true, hints: true, auto: true},       // look null: by language
};

export const other = side => (side === "white" ? "black" : "white");

/** The side at the lower edge: one's own, or the seat one is invited to; White for spectators and for two on one device. */
export function near(state) {
  const {you = [], status, black} = state.table ?? {};
  const own = you.length === 1 ? you[0] : status === "open" && !you.length && !black ? "black" : "white";
  return state.flipped ? other(own) : own;
}

/** The move that is on its way to the server, if it belongs to the position on the table. */
export const sentMove = ({waiting, table}) => waiting.find(({hops: [first] = [], message, ply}) =>
  first && message.table === table?.id && ply === table.moves.length && table.pieces[first.from]?.[0] === table.turn[0]) ?? null;

/** What may be played now (the tree), or null. */
export function toPlay(state) {
  const {table} = state;
  return table?.status === "playing" && table.play && !sentMove(state) ? table.play : null;
}

/** The node of the tree on which the piece in hand stands, or null. */
export function inHand(state) {
  const play = toPlay(state);
  return (play && state.hand && walk(play.from[state.hand.from], state.hand.path)) ?? null;
}

/** The hops made on the screen since the server's position. */
export function hopsShown(state) {
  const sent = sentMove(state);
  if (sent) return sent.hops;
  return inHand(state) ? hops(state.table.play.from[state.hand.from], state.hand.from, state.hand.path) : [];
}

/** The pieces as the screen shall show them: {square: "wm"…}. */
export function piecesShown(state) {
  const pieces = {...state.table.pieces};
  for (const {from, to, x} of hopsShown(state)) {
    const piece = pieces[from];
    delete pieces[from];
    delete pieces[x];
    pieces[to] = piece;
  }
  return pieces;
}

export const myTurn = ({table}) => table?.status === "playing" && table.you.includes(table.turn);

/** The side for which a button of the player speaks: on one device that of the side to move. */
export const acting = ({table}) => (table.you.length > 1 ? table.turn : table.you[0]) ?? null;

export const may = (state, name) => state.table?.may.includes(name) && !state.waiting.some(({message}) => message.do === name);

/** The offer that waits for my answer: "draw" | "takeback" | "rematch" | null, and whose it is. */
export function offer({table}) {
  if (!table || table.you.length !== 1) return null;
  const rival = other(table.you[0]);
  if (table.status === "playing" && table.draw_offer === rival) return {what: "draw", side: rival};
  if (table.status === "playing" && table.takeback_offer === rival) return {what: "takeback", side: rival};
  return null;
}

/* ---- the tree ---- */

/** The node reached from `root` by these landings, or undefined. */
export const walk = (root, path) => path.reduce((node, square) => node?.next?.find(next => next.to === square), root);

/** The hops [{from, to, x}] of these landings; x is missing in a quiet move. */
export function hops(root, from, path) {
  let node = root;
  return path.map((to, index) => {
    node = walk(node, [to]);
    return {from: index ? path[index - 1] : from, to, x: node?.x};
  });
}

/** Every known way from `node` to an end. */
export function* ways(node, path = [], taken = []) {
  if (node.end) yield {path, taken};
  for (const next of node.next ?? []) {
    yield* ways(next, [...path, next.to], next.x ? [...taken, next.x] : taken);
  }
}

const complete = node => !node.cut && (node.next ?? []).every(complete);
const identity = way => `${way.path.at(-1)} ${[...way.taken].sort()}`;

/** One way for each move: the same end and the same pieces taken are one move, whatever the route (the first stands for all). */
export function moves(node) {
  const found = new Map();
  for (const way of ways(node)) {
    if (!found.has(identity(way))) found.set(identity(way), way);
  }
  return [...found.values()];
}

/** The only move that is left from `node`, or null (also where a part of the tree has not been sent). */
export function only(node) {
  if (!complete(node)) return null;
  const left = moves(node);
  return left.length === 1 ? left[0] : null;
}

/** The moves from `node` that end on `square`. */
export const endingOn = (node, square) => moves(node).filter(way => way.path.at(-1) === square);

/** `root` with `branch` in place of the node at `path`: a cut branch has been asked for and has arrived. */
export function graft(root, path, branch) {
  if (!path.length) return {...branch, x: root.x};
  const next = root.next?.map(node => (node.to === path[0] ? graft(node, path.slice(1), branch) : node));
  return {...root, next};
}
