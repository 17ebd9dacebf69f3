// input.js: fingers, mouse, keyboard. A click is a touch, whoever makes it; a pressed piece follows the finger.

const far = 6; // px that make a press a drag
const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-8, 0], End: [8, 0]};

export function listen(board, dispatch) {
  const {grid} = board;
  const selected = () => grid.querySelector("[aria-selected=true]")?.dataset.square;
  let press = null; // echo: the click that follows belongs to it

  grid.addEventListener("pointerdown", event => {
    board.hurry();
    const {square} = event.target.dataset;
    if (!square || !event.isPrimary || event.button) return;
    const before = selected();
    dispatch({type: "pick", square});
    press = {square, x: event.clientX, y: event.clientY, echo: before !== square && selected() === square};
  });

  grid.addEventListener("pointermove", event => {
    if (!press || !event.isPrimary) return;
    const dx = event.clientX - press.x, dy = event.clientY - press.y;
    if (!press.moved) {
      if (Math.hypot(dx, dy) < far) return;
      press.moved = press.echo = true;
      if (selected() === press.square) press.piece = board.piece(press.square);
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
