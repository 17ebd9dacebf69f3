// i18n.js: every sentence, once, as gettext msgid; a pair is singular and plural. A catalogue exported as JSON replaces them:
// {language: "tr", texts: {"Your move": "Sıra sende", "{n} move": ["{n} hamle", "{n} hamle"]}}.

const english = {
  white: "White", black: "Black", random: "Random", wm: "white man", wk: "white king", bm: "black man", bk: "black king",
  classic: "Classic", federation: "Federation", club: "Club", crowned: "Crowned", levant: "Levant",
  on: "Connected", off: "Reconnecting…", wait: "Connecting…", slow: "Slow, {n} s",
  yourMove: "Your move", sideToMove: "{side} to move", waitFor: "{name} is to move", thinking: "The computer is thinking",
  mustTake: ["You must take {n}", "You must take {n}"], take: ["Take {n}", "Take {n}"], cannotMove: "This piece cannot move",
  ringed: ["The ringed piece can take the most", "The ringed pieces can take the most"],
  tapRing: "Tap a ringed dot", tapDot: "Tap a dotted square, or another piece", jump: "Jump {step} of {n}: where to?",
  movingDeclines: "Playing a move declines the draw", offered: "Draw offered", watching: "You are watching", undo: "Undo", cancel: "Cancel",
  kept: "Your move is kept", keptWhy: "It is sent when the connection is back", opening: "Opening the table…",
  ways: ["{n} way to {square}", "{n} ways to {square}: which?"], takeKing: "Take the king on {square}", takeMan: "Take the man on {square}",
  draw: "offers a draw", takeback: "asks to take back", accept: "Accept", decline: "Decline", sure: "Sure?",
  resign: "Resign", abort: "Abort", offer_draw: "Draw", ask_takeback: "Take back", flip: "Flip", look: "Look", share: "Share",
  rematch: "Rematch", acceptRematch: "Accept the rematch", asked: "Rematch asked", newGame: "New game", nextGame: "Next game",
  moveList: "Moves", close: "Close", home: "Home", settings: "Settings", board: "Board", noMoves: "No moves yet",
  free: "Free seat", away: "away", computer: "Computer", level: "level {n}", captured: ["{n} piece taken", "{n} pieces taken"],
  won: "You win!", lost: "You lose", drawn: "Draw", wins: "{side} wins", aborted: "The game was aborted",
  "no pieces": "{name} has no pieces left", blocked: "{name} cannot move", resignation: "{name} resigned", time: "{name} ran out of time",
  abandonment: "{name} left the game", "king against man": "King against man", "king against king": "King against king",
  "one piece each": "One piece each", repetition: "The same position for the third time", "no progress": "Too long without progress",
  agreement: "Agreed by both", moves: ["{n} move", "{n} moves"], wantsRematch: "{name} wants a rematch",
  rated: "Rated", friendly: "Friendly", oneDevice: "One device", noClock: "No clock", rules: "Rules", clock: "Clock", youPlay: "You play",
  invites: "{name} invites you to a game", sit: "Sit down", watch: "Watch", waiting: "Waiting for your friend",
  waitingWhy: "Whoever opens this link first sits down", seatFree: "A seat is free", copy: "Copy", copied: "Link copied",
  shareText: "Play Dama with me", link: "Link to this table", gone: "This table is not here",
  tagline: "Turkish draughts: straight and sideways, never diagonally", playComputer: "Play the computer", levels: "Level", levelOf: "Level {n} · {name}",
  play: "Play", friend: "Play a friend", friendWhy: "Send a link, to any phone or browser", device: "Two on one device",
  deviceWhy: "No account, pass it across", resume: "Continue", colour: "Colour", options: "Colour, rules and clock", house: "House rules",
  level1: "First steps", level1is: "Often trusts its looks", level2: "Younger cousin", level2is: "Sees one move and the answer",
  level3: "Coffee house", level3is: "Looks three moves ahead", level4: "Neighbour", level4is: "Weighs 25,000 positions a move",
  level5: "Market day", level5is: "Weighs 80,000 positions a move", level6: "Club player", level6is: "Weighs 250,000 positions a move",
  level7: "Champion", level7is: "Weighs 800,000 positions a move", level8: "Usta", level8is: "Thinks for up to a second",
  lookOf: "Look of the board", wood: "Wood", candy: "Candy", coordinates: "Coordinates", hints: "Show which pieces can move",
  auto: "Finish captures by themselves", autoWhy: "Where only one way is left",
  empty: "empty", must: "must capture", can: "can move", selected: "selected", target: "can be reached", will: "will be taken",
  may: "may be taken", played: "{side}: {move}",
};

let texts = {};
let form = count => (count === 1 ? 0 : 1);

/** In the reader's language, or English; `values.n` chooses the plural form. */
export function say(key, values = {}) {
  const msgid = english[key];
  let text = texts[Array.isArray(msgid) ? msgid[0] : msgid] ?? msgid;
  if (Array.isArray(text)) text = text[form(values.n)];
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export const has = key => key in english;

/** gettext numbers plural forms in this order. */
export function speak(catalogue) {
  const rules = new Intl.PluralRules(catalogue.language);
  const known = ["zero", "one", "two", "few", "many", "other"].filter(name => rules.resolvedOptions().pluralCategories.includes(name));
  texts = catalogue.texts;
  form = count => known.indexOf(rules.select(count));
}
