// dom.js: the few tools with which the screens are written, and what a browser remembers.

export const $ = (selector, root = document) => root.querySelector(selector);

/** h("button.icon", {"data-do": "flip"}, icon("flip"), "Flip") -> element. Attributes that are null or false are left out. */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") element.className += ` ${value}`;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** One of the drawings at the top of index.html. */
export function icon(name, classes = "") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", `ic ${classes}`);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** A button that names its intent in data-do; main.js hears it. */
export const button = (tag, intent, attributes, ...children) =>
  h(`button${tag}`, {type: "button", "data-do": intent, ...attributes}, ...children);

const drawn = new WeakMap();

/**
 * Fills `root` with build() when what it shows (`data`) has changed, and only then: a button that is being pressed stays
 * the same element, and the keyboard's place is kept. Returns whether anything was drawn.
 */
export function part(root, data, build) {
  const key = JSON.stringify(data);
  if (drawn.get(root) === key) return false;
  const here = root.contains(document.activeElement) ? document.activeElement : null;
  const twin = here && Object.entries(here.dataset).map(([k, v]) => `[data-${k}="${CSS.escape(v)}"]`).join("");
  root.replaceChildren(...[build()].flat().filter(Boolean));
  drawn.set(root, key);
  if (twin) $(twin, root)?.focus({preventScroll: true});
  return true;
}

const memory = new Map();

/** The value kept under `name`, or `otherwise`. */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(`dama.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return memory.has(name) ? memory.get(name) : otherwise;
  }
}

export function keep(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(`dama.${name}`, JSON.stringify(value));
  } catch { /* forbidden or full: memory has it */ }
}
