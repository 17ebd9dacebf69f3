// board.js: draws views (view.js) on the board: pieces that move by transform, marks, lines, the 64 named buttons.
// One view after another: while a move is being shown the next ones wait, so that a move caught up is still seen.

import {$, h} from "./dom.js";
import {done, hop, hopsBetween} from "./anim.js";

const place = (element, square) => {
  element.style.setProperty("--f", square.charCodeAt(0) - 97);
  element.style.setProperty("--r", square[1] - 1);
};

/** {show(view), hurry(), busy(), piece(square) -> its element, grid}; `rested` is called when all moves have been shown. */
export function makeBoard(root, rested) {
  const field = $(".field", root);
  const grid = h("div.grid", {role: "grid"});
  const pieces = new Map(); // square -> element
  const marks = new Map();  // "class square tag" -> element
  let shown = {id: undefined, ply: -1, hops: [], flash: 0, turned: null};
  let queue = [], running = false, hurried = false;
  field.replaceChildren();
  field.append(grid);
  for (let row = 0; row < 8; row += 1) {
    const cells = Array.from({length: 8}, () => h("button", {type: "button", role: "gridcell", tabindex: -1}));
    grid.append(h("div", {role: "row"}, cells));
  }
  const cells = [...grid.querySelectorAll("button")];
  cells[56].tabIndex = 0;

  function turn(turned) {
    root.classList.toggle("turned", turned);
    cells.forEach((cell, index) => {
      const file = index % 8, rank = 7 - Math.floor(index / 8);
      cell.dataset.square = "abcdefgh"[turned ? 7 - file : file] + ((turned ? 7 - rank : rank) + 1);
    });
    const letters = [..."abcdefgh"], digits = [..."87654321"];
    [...$(".fi", root).children].forEach((span, index) => { span.textContent = letters[turned ? 7 - index : index]; });
    [...$(".ra", root).children].forEach((span, index) => { span.textContent = digits[turned ? 7 - index : index]; });
  }

  /** The pieces of `target`, each on its square: what stands rightly stays; in the same game a piece that is elsewhere slides there. */
  function settle(target, slide) {
    const spare = slide ? [...pieces].filter(([square]) => !target[square]) : [];
    for (const [square, kind] of Object.entries(target)) {
      let element = pieces.get(square);
      if (element && element.dataset.kind[0] !== kind[0]) drop(square);
      if (!pieces.has(square)) {
        const index = spare.findIndex(([, {dataset}]) => dataset.kind === kind);
        const [from, found] = spare.splice(index, index < 0 ? 0 : 1)[0] ?? [];
        pieces.delete(from);
        element = found ?? field.appendChild(h("i"));
        pieces.set(square, element);
        place(element, square);
      }
      const crowned = slide && element.dataset.kind === `${kind[0]}m` && kind[1] === "k";
      element.dataset.kind = kind;
      element.className = `pc ${kind}${crowned ? " crown moving" : ""}`;
      if (crowned) done(element).then(() => element.classList.remove("crown", "moving"));
    }
    for (const square of [...pieces.keys()]) if (!target[square]) drop(square);
  }

  function drop(square) {
    pieces.get(square).remove();
    pieces.delete(square);
  }

  function mark(list, lines) {
    const wanted = new Map(list.map(entry => [entry.join(" "), entry]));
    for (const [key, element] of marks) if (!wanted.has(key)) { element.remove(); marks.delete(key); }
    for (const [key, [name, square, tag]] of wanted) {
      if (marks.has(key)) continue;
      const element = h(`i`, {class: name, "data-tag": tag});
      place(element, square);
      field.append(element);
      marks.set(key, element);
    }
    field.querySelectorAll(".trail").forEach(line => line.remove());
    for (const {points, alt} of lines) field.append(trail(points, alt));
  }

  function trail(points, alt) {
    const turned = root.classList.contains("turned");
    const d = `M${points.map(([file, rank]) => {
      const x = file.charCodeAt(0) - 97, y = 8 - rank;
      return `${(turned ? 7 - x : x) + 0.5} ${(turned ? 7 - y : y) + 0.5}`;
    }).join("L")}`;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 8 8");
    svg.setAttribute("class", alt ? "trail alt" : "trail");
    for (const name of ["a", "b"]) {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("class", name);
      path.setAttribute("d", d);
      svg.append(path);
    }
    return svg;
  }

  function label(view) {
    for (const cell of cells) {
      const {square} = cell.dataset;
      cell.setAttribute("aria-label", view.names[square]);
      cell.setAttribute("aria-selected", square === view.lifted);
      cell.classList.toggle("live", view.live.includes(square));
    }
  }

  /** Brings the board to `view` at once. */
  function draw(view) {
    if (view.turned !== shown.turned) turn(view.turned);
    settle(view.pieces, view.id === shown.id && Math.abs(view.ply - shown.ply) <= 2);
    if (view.lifted) pieces.get(view.lifted)?.classList.add("up");
    mark(view.marks, view.lines);
    label(view);
    root.classList.toggle("plain", view.plain);
    if (view.flash !== shown.flash) flash();
    shown = view;
  }

  function flash() {
    root.classList.remove("flash");
    void root.offsetWidth; // restarts the animation
    root.classList.add("flash");
  }

  async function run(view) {
    running = true;
    root.dataset.busy = "";
    const steps = document.hidden || view.turned !== shown.turned ? [] : hopsBetween(shown, view);
    if (steps.length) {
      mark(view.marks.filter(([name]) => name.startsWith("mk")), []);
      for (const step of steps) await hop(pieces, place, step, () => hurried);
    }
    draw(view);
    running = false;
    if (queue.length) return run(queue.shift());
    hurried = false;
    delete root.dataset.busy;
    return rested();
  }

  return {
    show(view) {
      if (!running) {
        if (!hopsBetween(shown, view).length) return draw(view);
        return void run(view);
      }
      queue = queue.filter(waiting => waiting.id === view.id && waiting.ply !== view.ply);
      queue.push(view);
      return undefined;
    },
    /** Skips to the end of what is being shown. */
    hurry() {
      if (!running) return;
      hurried = true;
      for (const piece of field.querySelectorAll(".pc")) piece.getAnimations({subtree: true}).forEach(animation => animation.finish());
    },
    busy: () => running,
    piece: square => pieces.get(square) ?? null,
    grid,
  };
}
