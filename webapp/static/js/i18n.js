// i18n.js: every sentence of the page in one place. The English sentence is the gettext msgid; a catalogue exported as JSON may
// replace it: {language: "ru", texts: {"Your move": "Ваш ход", "{n} move": ["{n} ход", "{n} хода", "{n} ходов"]}}.

let texts = {};
let form = count => (count === 1 ? 0 : 1);

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** The sentence in the reader's language, or in English; {names} are filled from `values`. */
const t = (msgid, values = {}) => fill(texts[msgid] ?? msgid, values);

/** The plural form for `count`, which fills {n}. */
const n = (one, many, count, values = {}) => fill((texts[one] ?? [one, many])[form(count)], {n: count, ...values});

/** Takes a catalogue into use. gettext numbers plural forms in this fixed order of categories. */
export function speak({language, texts: given}) {
  const rules = new Intl.PluralRules(language);
  const known = ["zero", "one", "two", "few", "many", "other"].filter(name => rules.resolvedOptions().pluralCategories.includes(name));
  texts = given;
  form = count => Math.min(known.indexOf(rules.select(count)), Math.max(0, known.length - 1));
}

export const sideName = side => (side === "white" ? t("White") : t("Black"));

const pieceNames = {
  wm: () => t("white man"), wk: () => t("white king"), bm: () => t("black man"), bk: () => t("black king"),
};
export const pieceName = kind => pieceNames[kind]();

export const ruleNames = {
  classic: () => t("Classic"), federation: () => t("Federation"), club: () => t("Club"), crowned: () => t("Crowned"), levant: () => t("Levant"),
};

/** [name, description] of the computer's levels 1 to 8. */
export const levels = () => [
  [t("First steps"), t("Knows how the pieces move")],
  [t("Younger cousin"), t("Sees a capture coming, now and then")],
  [t("Coffee house"), t("Looks three moves ahead")],
  [t("Neighbour"), t("Punishes a careless exchange")],
  [t("Market day"), t("Plans ahead, makes few gifts")],
  [t("Club player"), t("Counts long captures to their end")],
  [t("Champion"), t("Hardly ever errs")],
  [t("Usta"), t("As strong as we know how")],
];

const verdicts = {
  "no pieces": name => t("{name} has no pieces left", {name}),
  blocked: name => t("{name} cannot move", {name}),
  resignation: name => t("{name} resigned", {name}),
  time: name => t("{name} ran out of time", {name}),
  abandonment: name => t("{name} left the game", {name}),
  "king against man": () => t("King against man"),
  "king against king": () => t("King against king"),
  "one piece each": () => t("One piece each"),
  repetition: () => t("The same position for the third time"),
  "no progress": () => t("Too long without progress"),
  agreement: () => t("Agreed by both"),
};

export const say = {
  // the line
  line: {on: () => t("Connected"), off: () => t("Reconnecting…"), wait: () => t("Connecting…")},
  slow: seconds => t("Slow, {n} s", {n: seconds}),
  // what is wanted of me
  yourMove: () => t("Your move"),
  sideToMove: side => t("{side} to move", {side: sideName(side)}),
  waitFor: name => t("{name} is to move", {name}),
  thinking: () => t("The computer is thinking"),
  mustTake: count => n("You must take {n}", "You must take {n}", count),
  take: count => n("Take {n}", "Take {n}", count),
  ringed: count => n("The ringed piece can take the most", "The ringed pieces can take the most", count),
  tapRing: () => t("Tap a ringed dot"),
  tapDot: () => t("Tap a dotted square, or another piece"),
  cannotMove: () => t("This piece cannot move"),
  jump: (step, count) => t("Jump {step} of {n}: where to?", {step, n: count}),
  movingDeclines: () => t("Playing a move declines the draw"),
  offered: () => t("Draw offered"),
  watching: () => t("You are watching"),
  undo: () => t("Undo"),
  cancel: () => t("Cancel"),
  kept: () => t("Your move is kept"),
  keptWhy: () => t("It is sent when the connection is back"),
  opening: () => t("Opening the table…"),
  // two captures, one end
  twoWays: (count, square) => n("{n} way to {square}", "{n} ways to {square}: which?", count, {square}),
  takeKing: square => t("Take the king on {square}", {square}),
  takeMan: square => t("Take the man on {square}", {square}),
  // offers
  offersDraw: () => t("offers a draw"),
  asksTakeback: () => t("asks to take back"),
  accept: () => t("Accept"),
  decline: () => t("Decline"),
  sure: () => t("Sure?"),
  // controls
  resign: () => t("Resign"), abort: () => t("Abort"), draw: () => t("Draw"), takeback: () => t("Take back"), flip: () => t("Flip"), look: () => t("Look"),
  share: () => t("Share"), rematch: () => t("Rematch"), acceptRematch: () => t("Accept the rematch"), asked: () => t("Rematch asked"), newGame: () => t("New game"),
  nextGame: () => t("Next game"), close: () => t("Close"), home: () => t("Home"), settings: () => t("Settings"), moves: () => t("Moves"), board: () => t("Board"),
  noMoves: () => t("No moves yet"),
  // players
  free: () => t("Free seat"), away: () => t("away"), computer: () => t("Computer"), level: level => t("level {n}", {n: level}), captured: count => n("{n} piece taken", "{n} pieces taken", count),
  // the end
  won: () => t("You win!"), lost: () => t("You lose"), drawn: () => t("Draw"), sideWins: side => t("{side} wins", {side: sideName(side)}),
  aborted: () => t("The game was cancelled"), over: () => t("Game over"),
  reason: (outcome, loser) => verdicts[outcome.reason]?.(loser) ?? outcome.text,
  count: count => n("{n} move", "{n} moves", count),
  wantsRematch: name => t("{name} wants a rematch", {name}),
  // terms, invitation, waiting
  rated: () => t("Rated game"), friendly: () => t("Friendly game"), noClock: () => t("No clock"), rules: () => t("Rules"), time: () => t("Clock"), youPlay: () => t("You play"),
  invites: name => t("{name} invites you to a game", {name}), sitDown: () => t("Sit down"), watch: () => t("Watch"),
  waiting: () => t("Waiting for your friend"), waitingWhy: () => t("Whoever opens this link first sits down"), seatFree: () => t("A seat is free"),
  copy: () => t("Copy"), copied: () => t("Link copied"), shareText: () => t("Play Dama with me"), link: () => t("Link to this table"),
  lost404: () => t("This table is not here"), lostWhy: () => t("The link may be old or incomplete."),
  // home
  tagline: () => t("Turkish draughts: straight and sideways, never diagonally"), playComputer: () => t("Play the computer"), levelLabel: () => t("Level"),
  levelOf: (level, name) => t("Level {n} · {name}", {n: level, name}), play: () => t("Play"), friend: () => t("Play a friend"), friendWhy: () => t("Send a link, to any phone or browser"),
  device: () => t("Two on one device"), deviceWhy: () => t("No account, pass it across"), resume: () => t("Continue"), colour: () => t("Colour"), random: () => t("Random"),
  white: () => t("White"), black: () => t("Black"), gameOptions: () => t("Colour, rules and clock"), houseRules: () => t("House rules"),
  against: name => t("against {name}", {name}), oneDevice: () => t("Two on one device"),
  // settings
  lookLabel: () => t("Look of the board"), wood: () => t("Wood"), candy: () => t("Candy"), coordinates: () => t("Coordinates"),
  hints: () => t("Show which pieces can move"), auto: () => t("Finish captures by themselves"), autoWhy: () => t("Where only one way is left"),
  // squares, for those who hear the board
  square: (square, parts) => [square, ...parts].join(", "),
  empty: () => t("empty"), mustCapture: () => t("must capture"), canMove: () => t("can move"), selected: () => t("selected"), target: () => t("can be reached"),
  willBeTaken: () => t("will be taken"), mayBeTaken: () => t("may be taken"), lastMove: () => t("last move"),
  played: (side, move) => t("{side}: {move}", {side: sideName(side), move}), crowned: () => t("crowned"),
};
