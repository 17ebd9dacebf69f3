// dom.js: the few tools with which the screens are written, and what a browser remembers.

export const $ = (selector, root = document) => root.querySelector(selector);

function make(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter(child => child || child === 0));
  return element;
}

/** h("div.bar.me", {id: "x"}, child…); what is empty is left out. */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  return make(document.createElement(name), {...attributes, class: [...classes, attributes?.class].filter(Boolean).join(" ") || null}, children);
}

export const svg = (name, attributes, ...children) => make(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

export const icon = (name, classes = "") => svg("svg", {class: `ic ${classes}`, "aria-hidden": "true"}, svg("use", {href: `#i-${name}`}));

/** main.js hears the intent. */
export const button = (tag, intent, attributes, ...children) => h(`button${tag}`, {type: "button", "data-do": intent, ...attributes}, ...children);

const drawn = new WeakMap();

/** Fills `root` anew only when `data` has changed: a pressed button stays. Keeps the keyboard's place. */
export function part(root, data, build) {
  const key = JSON.stringify(data);
  if (drawn.get(root) === key) return false;
  const {dataset = {}} = root.contains(document.activeElement) ? document.activeElement : {};
  const twin = Object.entries(dataset).map(([name, value]) => `[data-${name}="${CSS.escape(value)}"]`).join("");
  root.replaceChildren(...[build()].flat().filter(Boolean));
  drawn.set(root, key);
  if (twin) $(twin, root)?.focus({preventScroll: true});
  return true;
}

const memory = {}; // where storage is forbidden

export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(`dama.${name}`));
  } catch {
    return memory[name] ?? null;
  }
}

export function keep(name, value) {
  memory[name] = value;
  try {
    localStorage.setItem(`dama.${name}`, JSON.stringify(value));
  } catch { /* memory has it */ }
}
