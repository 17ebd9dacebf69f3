// state.js: the state of the page, and what can be read off it. No rules: only what is in the server's tree can be played.
// NODE = {to, x?: taken by this hop, all?, some?: taken by all, some ways on, end?, next?, cut?}; WAY = {path, taken}

export const beginning = {
  screen: "home", // or "table"
  line: "wait", lag: 0, // "on", "slow" (by lag seconds), "off"
  you: null, inside: false, // once welcomed; in Telegram
  tables: [], // mine, on the home screen
  wanted: null, table: null, move: null, // the table asked for; the server's STATE, the truth; what led to it
  here: {}, // who looks on
  hand: null, // {from, path: landings}
  choice: null, // {square, ways}: several captures end there
  waiting: [], // unanswered operations: {op, message, ply?, hops?}
  note: null, flash: 0, armed: null, // said to the player; counts; the button that asks "Sure?"
  closed: false, lost: null, sheet: null, // the sheet was closed; {text}: no such table; "settings"
  flipped: false,
  form: {level: 3, side: "random", rules: "classic", time: 0},
  settings: {look: null, coordinates: true, hints: true, auto: true},
};

export const other = side => (side === "white" ? "black" : "white");

/** The lower side: one's own, or the seat one is invited to; else White. */
export function near(state) {
  const {you = [], status, black} = state.table ?? {};
  const own = you.length === 1 ? you[0] : status === "open" && !you.length && !black ? "black" : "white";
  return state.flipped ? other(own) : own;
}

/** The move on its way, if it belongs to this position. */
export const sentMove = ({waiting, table}) => waiting.find(({hops: [first] = [], message, ply}) =>
  first && message.table === table?.id && ply === table.moves.length && table.pieces[first.from]?.[0] === table.turn[0]) ?? null;

/** {take, from: {square: NODE}} or null. */
export const toPlay = state => (state.table?.status === "playing" && !sentMove(state) && state.table.play) || null;

/** The node of the piece in hand. */
export function inHand(state) {
  const play = toPlay(state);
  return (play && state.hand && walk(play.from[state.hand.from], state.hand.path)) ?? null;
}

/** Hops made since the server's position: [{from, to, x}]. */
export function hopsShown(state) {
  const {table, hand} = state;
  return sentMove(state)?.hops ?? (inHand(state) ? hops(table.play.from[hand.from], hand.from, hand.path) : []);
}

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

export const over = table => ["finished", "aborted"].includes(table?.status);
export const myTurn = ({table}) => table?.status === "playing" && table.you.includes(table.turn);

export const acting = ({table}) => (table.you.length > 1 ? table.turn : table.you[0]) ?? null;

export const may = (state, name) => state.table?.may.includes(name) && !state.waiting.some(({message}) => message.do === name);

export function offer({table}) {
  if (table?.status !== "playing" || table.you.length !== 1) return null;
  return ["draw", "takeback"].find(what => table[`${what}_offer`] === other(table.you[0])) ?? null;
}

/* the tree */

export const walk = (root, path) => path.reduce((node, square) => node?.next?.find(({to}) => to === square), root);

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

export const endingOn = (node, square) => moves(node).filter(({path}) => path.at(-1) === square);

/** `root` with `branch` where it was cut. */
export const graft = (root, [step, ...path], branch) =>
  (step ? {...root, next: root.next?.map(node => (node.to === step ? graft(node, path, branch) : node))} : {...branch, x: root.x});
