// learn.js: lessons with boards that play, and the first run.

import {makeBoard} from "./board.js";
import {$, button, h, icon, part, say} from "./page.js";

const root = $("#learn");
let chapters = null;

async function load(then) {
  chapters = [];
  try {
    chapters = (await (await fetch(`/api/learn/${document.documentElement.lang}`)).json()).chapters;
    then();
  } catch {
    setTimeout(load, 2000, then);
  }
}

/** A tap plays the next move, or sets up again. */
function stage({pieces, steps}) {
  const spans = text => [...text].map(letter => h("span", letter));
  const element = h("section.board", h("div.field"), h("div.co.fi", spans("abcdefgh")), h("div.co.ra", spans("87654321")));
  const board = makeBoard(element, () => {});
  board.grid.remove(); // nothing is to be touched there
  let at = 0, round = 0;
  const tap = h("button.tap", {type: "button"});
  function show() {
    const move = steps[at - 1];
    const marks = move ? [["mk from", move.path[0]], ["mk to", move.path.at(-1)]] : [];
    board.show({
      id: round, ply: at, move, pieces: move?.pieces ?? pieces, hops: [], marks, lines: [], live: [], names: {}, lifted: null, flash: 0, turned: false, plain: false,
    });
    tap.setAttribute("aria-label", say(steps[at] ? "nextMove" : "fromStart"));
    tap.replaceChildren(icon(steps[at] ? "play" : "again"));
  }
  tap.onclick = () => {
    if (board.busy()) return board.hurry();
    if (!steps[at++]) [at, round] = [0, round + 1];
    show();
    if (at) $("#say").textContent = say("played", {side: say(steps[at - 1].side), move: steps[at - 1].said});
    return undefined;
  };
  show();
  return h("div.stage", h("div", {role: "img", "aria-label": say("board")}, element), steps.length > 0 && tap);
}

function block({h: heading, list, q, p, board}) {
  if (heading) return h("h2", heading);
  if (list) return h("ul", list.map(line => h("li", line)));
  if (board) return h("figure", stage(board), h("figcaption", p));
  return q ? [h("h2", q), h("p", p)] : h("p", p);
}

export function renderLearn({screen, chapter, first}, rerender) {
  root.hidden = screen !== "learn";
  if (root.hidden) return;
  if (!chapters) load(rerender);
  const found = chapters.find(({name}) => name === chapter) ?? chapters[0];
  const key = `${found?.name} ${first}`; // boards that play stay as they are
  if (root.dataset.shown === key) return;
  root.dataset.shown = key;
  part(root, [
    h("div.line",
      !first && button(".icon", "leave", {"aria-label": say("close")}, icon("prev", "mirror")),
      h("h1", found?.title ?? say("learn")),
      first && button(".btn.soft", "leave", null, say("skip"))),
    !first && h("nav", {"aria-label": say("learn")}, chapters.map(({name, title}) =>
      button(".btn", "learn", {"data-chapter": name, "aria-current": name === found.name && "page"}, title))),
    h("article", (found?.blocks ?? []).flatMap(block)),
    first && found && button(".btn.main", "leave", null, say("understood")),
  ]);
  scrollTo(0, 0);
}
