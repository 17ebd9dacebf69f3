// input.js: fingers, mouse and keyboard on the board. A click on a square is a tap, whoever makes it; a piece that is
// pressed is taken in hand at once and follows the finger. Yields intents {type, square}.

const far = 6; // px that make a press a drag

export function listen(board, root, dispatch) {
  const {grid} = board;
  let press = null; // {square, x, y, picked, moved, element}

  const cellAt = (x, y) => document.elementsFromPoint(x, y).find(element => element.dataset.square && grid.contains(element));

  grid.addEventListener("pointerdown", event => {
    board.hurry();
    const square = event.target.dataset.square;
    if (!square || !event.isPrimary || event.button) return;
    const before = grid.querySelector("[aria-selected=true]")?.dataset.square;
    press = {square, x: event.clientX, y: event.clientY, moved: false, element: null};
    dispatch({type: "pick", square});
    press.picked = before !== square && grid.querySelector("[aria-selected=true]")?.dataset.square === square;
  });

  grid.addEventListener("pointermove", event => {
    if (!press || !event.isPrimary) return;
    const dx = event.clientX - press.x, dy = event.clientY - press.y;
    if (!press.moved && Math.hypot(dx, dy) < far) return;
    if (!press.moved) {
      press.moved = true;
      if (grid.querySelector("[aria-selected=true]")?.dataset.square === press.square) press.element = board.piece(press.square);
      press.element?.classList.add("drag");
      grid.setPointerCapture(event.pointerId);
    }
    if (press.element) press.element.style.translate = `${dx}px ${dy}px`;
  });

  const release = event => {
    if (!press || !event.isPrimary) return;
    const {element, moved} = press;
    if (element) {
      element.classList.remove("drag");
      element.style.translate = "";
      const target = event.type === "pointerup" && cellAt(event.clientX, event.clientY)?.dataset.square;
      if (target && target !== press.square) dispatch({type: "drop", square: target});
    }
    if (!moved && press.picked) press.ignore = true; // the click that follows is the same press
    const ended = press;
    press = moved || press.picked ? ended : null;
  };
  grid.addEventListener("pointerup", release);
  grid.addEventListener("pointercancel", event => { release(event); press = null; });

  grid.addEventListener("click", event => {
    const square = event.target.dataset.square;
    const echo = event.detail && press && (press.moved || press.ignore); // detail 0: a keyboard or a screen reader
    press = null;
    if (square && !echo) dispatch({type: "touch", square});
  });

  const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-8, 0], End: [8, 0]};
  grid.addEventListener("keydown", event => {
    const cells = [...grid.querySelectorAll("button")];
    const index = cells.indexOf(event.target);
    const step = steps[event.key];
    if (step && index >= 0) {
      const clamp = value => Math.max(0, Math.min(7, value));
      const next = cells[clamp(Math.floor(index / 8) + step[1]) * 8 + clamp(index % 8 + step[0])];
      event.preventDefault();
      cells.forEach(cell => { cell.tabIndex = -1; });
      next.tabIndex = 0;
      next.focus();
    } else if (event.key === "Escape") {
      dispatch({type: "undo"});
    }
  });
  grid.addEventListener("focusin", event => {
    grid.querySelectorAll("[tabindex='0']").forEach(cell => { cell.tabIndex = -1; });
    event.target.tabIndex = 0;
  });
}
