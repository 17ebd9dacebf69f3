// anim.js: one hop after another. What moves is said by class names and --f/--r; board.css says how long and along which
// curve. Waiting means waiting for the animations themselves, so that they can be finished early and need no timers.

/** Resolves when every animation of `element` (its drawing included) has ended or was cut short. */
export const done = element => Promise.allSettled(element.getAnimations({subtree: true}).map(animation => animation.finished));

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The hops of a move the server reports: each takes the one piece that stood between its two ends. */
export function hopsOf({path, taken}) {
  const left = new Set(taken);
  return path.slice(1).map((to, index) => {
    const from = path[index];
    const x = [...left].find(square => between(from, square, to));
    left.delete(x);
    return {from, to, x};
  });
}

function between([f1, r1], [f, r], [f2, r2]) {
  if (f1 === f2) return f === f1 && (r - r1) * (r - r2) < 0;
  return r === r1 && r === r2 && (f > f1) !== (f > f2) && f !== f1 && f !== f2;
}

const same = (one, two) => one.from === two.from && one.to === two.to;

/** The hops that lead from the view that is shown to the next one; none if it is simply to be set up. */
export function hopsBetween(shown, next) {
  if (shown.id !== next.id) return [];
  const all = next.ply === shown.ply ? next.hops : next.ply === shown.ply + 1 && next.move ? hopsOf(next.move) : [];
  const known = shown.hops.every((hop, index) => all[index] && same(hop, all[index]));
  return known ? all.slice(shown.hops.length) : [];
}

/** Shows one hop of the piece on `from`; the piece taken fades while it is passed. `hurried` says whether to skip. */
export async function hop(pieces, place, {from, to, x}, hurried) {
  const mover = pieces.get(from);
  if (!mover) return;
  pieces.delete(from);
  pieces.set(to, mover);
  mover.classList.remove("up");
  mover.classList.add("moving");
  if (x) mover.classList.add("hop");
  place(mover, to);
  const taken = x && pieces.get(x);
  if (taken) {
    pieces.delete(x);
    taken.classList.add("taken");
    if (hurried()) taken.remove();
    else done(taken).then(() => taken.remove());
  }
  if (!hurried()) {
    await done(mover);
    if (x) await mover.animate(null, calm.matches ? 140 : 40).finished; // a rest on each landing
  }
  mover.classList.remove("moving", "hop");
}
