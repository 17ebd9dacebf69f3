// board.js: draws views, plays moves hop by hop, hears fingers and keys.

import {$, h, svg} from "./page.js";

const done = element => Promise.allSettled(element.getAnimations({subtree: true}).map(animation => animation.finished));

const hopsOf = ({path, taken}) => path.slice(1).map((to, index) => ({from: path[index], to, x: taken[index]}));

/** None: set up at once. */
function hopsBetween(shown, next) {
  if (shown.id !== next.id) return [];
  const all = next.ply === shown.ply ? next.hops : next.ply === shown.ply + 1 && next.move ? hopsOf(next.move) : [];
  return shown.hops.every(({from, to}, index) => all[index]?.from === from && all[index].to === to) ? all.slice(shown.hops.length) : [];
}

async function hop(pieces, place, {from, to, x}, hurried) {
  const mover = pieces.get(from), taken = pieces.get(x);
  if (!mover) return;
  pieces.delete(from);
  pieces.delete(x);
  pieces.set(to, mover);
  mover.classList.remove("up");
  mover.classList.add("moving", ...(x ? ["hop"] : []));
  place(mover, to);
  taken?.classList.add("taken");
  if (taken) done(taken).then(() => taken.remove());
  if (hurried()) taken?.remove();
  else await done(mover);
  if (x && !hurried()) await mover.animate(null, "still" in document.documentElement.dataset ? 140 : 40).finished; // rests on each landing
  mover.classList.remove("moving", "hop");
}

const place = (element, square) => {
  element.style.setProperty("--f", square.charCodeAt(0) - 97);
  element.style.setProperty("--r", square[1] - 1);
};

export function makeBoard(root, rested) {
  const field = $(".field", root);
  const pieces = new Map(); // by square
  const marks = new Map(); // by "class,square,tag"
  const cells = Array.from({length: 64}, (_, index) => h("button", {type: "button", role: "gridcell", tabindex: index === 56 ? 0 : -1}));
  const grid = h("div.grid", {role: "grid"}, Array.from({length: 8}, (_, row) => h("div", {role: "row"}, cells.slice(8 * row, 8 * row + 8))));
  let shown = {id: undefined, ply: -1, hops: [], flash: 0};
  let queue = [], running = false, hurried = false, lifted;
  field.replaceChildren(grid);

  function turn(turned) {
    root.classList.toggle("turned", turned);
    const seen = index => (turned ? 7 - index : index);
    cells.forEach((cell, index) => { cell.dataset.square = "abcdefgh"[seen(index % 8)] + (8 - seen(index >> 3)); });
    [...$(".fi", root).children].forEach((span, index) => { span.textContent = "abcdefgh"[seen(index)]; });
    [...$(".ra", root).children].forEach((span, index) => { span.textContent = 8 - seen(index); });
  }

  function drop(square) {
    pieces.get(square).remove();
    pieces.delete(square);
  }

  /** What stands rightly stays. */
  function settle(target, lifted, slide) {
    const spare = slide ? [...pieces].filter(([square]) => !target[square]) : [];
    for (const [square, kind] of Object.entries(target)) {
      if (pieces.has(square) && pieces.get(square).dataset.kind[0] !== kind[0]) drop(square);
      if (!pieces.has(square)) {
        const index = spare.findIndex(([, {dataset}]) => dataset.kind === kind);
        const [from, found] = index < 0 ? [] : spare.splice(index, 1)[0];
        pieces.delete(from);
        pieces.set(square, found ?? field.appendChild(h("i")));
        place(pieces.get(square), square);
      }
      const element = pieces.get(square);
      const crowned = slide && element.dataset.kind === `${kind[0]}m` && kind[1] === "k";
      if (element.dataset.kind !== kind) element.className = `pc ${kind}${crowned ? " crown moving" : ""}`; // else it may be dragged
      element.dataset.kind = kind;
      element.classList.toggle("up", square === lifted);
      if (crowned) done(element).then(() => element.classList.remove("crown", "moving"));
    }
    for (const square of [...pieces.keys()]) if (!target[square]) drop(square);
  }

  function mark(list, lines) {
    const wanted = new Map(list.map(entry => [`${entry}`, entry]));
    for (const [key, element] of marks) {
      if (!wanted.has(key)) { element.remove(); marks.delete(key); }
    }
    for (const [key, [name, square, tag]] of wanted) {
      if (marks.has(key)) continue;
      marks.set(key, field.appendChild(h("i", {class: name, "data-tag": tag})));
      place(marks.get(key), square);
    }
    field.querySelectorAll(".trail").forEach(line => line.remove());
    field.append(...lines.map(trail));
  }

  function trail({points, alt}) {
    const at = value => (shown.turned ? 7.5 - value : value + 0.5);
    const d = `M${points.map(([file, rank]) => `${at(file.charCodeAt(0) - 97)} ${at(8 - rank)}`).join("L")}`;
    return svg("svg", {viewBox: "0 0 8 8", class: alt ? "trail alt" : "trail"}, svg("path", {class: "a", d}), svg("path", {class: "b", d}));
  }

  function draw(view) {
    const before = shown;
    shown = view;
    if (view.turned !== before.turned) turn(view.turned);
    settle(view.pieces, view.lifted, view.id === before.id && Math.abs(view.ply - before.ply) <= 2);
    mark(view.marks, view.lines);
    for (const cell of cells) {
      const {square} = cell.dataset;
      cell.setAttribute("aria-label", view.names[square]);
      cell.setAttribute("aria-selected", square === view.lifted);
      cell.classList.toggle("live", view.live.includes(square));
    }
    root.classList.toggle("plain", view.plain);
    if (view.flash === before.flash) return;
    root.classList.remove("flash");
    void root.offsetWidth; // restarts it
    root.classList.add("flash");
  }

  async function run(view) {
    running = true;
    root.dataset.busy = "";
    const steps = document.hidden ? [] : hopsBetween(shown, view);
    const chain = steps.length > 1 ? [{points: [steps[0].from, ...steps.map(({to}) => to)]}] : [];
    if (steps.length) mark(view.marks.filter(([name]) => name.startsWith("mk")), chain);
    for (const step of steps) await hop(pieces, place, step, () => hurried);
    draw(view);
    if (queue.length) return run(queue.shift());
    running = hurried = false;
    delete root.dataset.busy;
    return rested();
  }

  return {
    show(view) {
      lifted = view.lifted;
      if (running) queue = [...queue.filter(({id, ply}) => id === view.id && ply !== view.ply), view];
      else if (hopsBetween(shown, view).length) run(view);
      else draw(view);
    },
    hurry() {
      hurried = running;
      for (const piece of running ? pieces.values() : []) piece.getAnimations({subtree: true}).forEach(animation => animation.finish());
    },
    busy: () => running,
    lifted: () => lifted, // also where it is still to be drawn
    piece: square => pieces.get(square),
    grid,
  };
}

const far = 6; // px
const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-8, 0], End: [8, 0]};

export function listen(board, dispatch) {
  const {grid, lifted} = board;
  let press = null; // echo: the click that follows belongs to it

  grid.addEventListener("pointerdown", event => {
    board.hurry();
    const {square} = event.target.dataset;
    if (!square || !event.isPrimary || event.button) return;
    const before = lifted();
    dispatch({type: "pick", square});
    press = {square, x: event.clientX, y: event.clientY, echo: before !== square && lifted() === square};
  });

  grid.addEventListener("pointermove", event => {
    if (!press || !event.isPrimary) return;
    const dx = event.clientX - press.x, dy = event.clientY - press.y;
    if (!press.moved) {
      if (Math.hypot(dx, dy) < far) return;
      press.moved = press.echo = true;
      if (lifted() === press.square) press.piece = board.piece(press.square);
      press.piece?.classList.add("drag");
      grid.setPointerCapture(event.pointerId);
    }
    if (press.piece) press.piece.style.translate = `${dx}px ${dy}px`;
  });

  function release(event) {
    const {piece, square} = press ?? {};
    if (!piece || !event.isPrimary) return;
    piece.classList.remove("drag");
    piece.style.translate = "";
    const below = document.elementsFromPoint(event.clientX, event.clientY).find(element => element.dataset?.square);
    if (event.type === "pointerup" && below && below.dataset.square !== square) dispatch({type: "drop", square: below.dataset.square});
  }
  grid.addEventListener("pointerup", release);
  grid.addEventListener("pointercancel", event => { release(event); press = null; });

  grid.addEventListener("click", ({target, detail}) => {
    const echo = detail && press?.echo; // detail 0: a keyboard or a screen reader
    press = null;
    if (target.dataset.square && !echo) dispatch({type: "touch", square: target.dataset.square});
  });

  grid.addEventListener("keydown", event => {
    const cells = [...grid.querySelectorAll("button")];
    const index = cells.indexOf(event.target);
    const step = steps[event.key];
    if (event.key === "Escape") dispatch({type: "undo"});
    if (!step) return;
    const clamp = value => Math.max(0, Math.min(7, value));
    event.preventDefault();
    cells[clamp((index >> 3) + step[1]) * 8 + clamp(index % 8 + step[0])].focus();
  });
  grid.addEventListener("focusin", ({target}) => {
    grid.querySelectorAll("[tabindex='0']").forEach(cell => { cell.tabIndex = -1; });
    target.tabIndex = 0;
  });
}
