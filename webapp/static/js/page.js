// page.js: elements, memory, sentences, and what several screens are made of.

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

const {language, words} = await globalThis.texts;
const plural = new Intl.PluralRules(language);

/** `values.n` chooses the plural form. */
export function say(key, values = {}) {
  let text = words[key] ?? key;
  if (text.other) text = text[plural.select(values.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export const has = key => key in words;

export const connection = ({line, lag}) =>
  h("span.conn", {class: line}, icon({on: "on", off: "no"}[line] ?? "clock"), h("span", null, say(line, {n: lag})));

export const settingsButton = () => button(".icon.tune", "settings", {"aria-label": say("settings")}, icon("tune"));
export const lineAndSettings = state => [connection(state), settingsButton()];

export const head = (crest, title, why, close) => h("div.verdict", null,
  crest && h("div.crest", {"aria-hidden": "true"}, crest.map(kind => h(`i.${kind}`))),
  h("div", null, h("h2", null, title), why && h("p.why", null, why)),
  close && button(".icon", close, {"aria-label": say("close")}, icon("no")));

export const main = (intent, picture, word, disabled) => button(".btn.main", intent, {disabled}, picture && icon(picture, "mirror"), say(word));
export const soft = (intent, picture, word, data) => button(".btn.soft", intent, data, picture && icon(picture), say(word));

export const radio = (intent, value, chosen, ...children) =>
  button("", intent, {role: "radio", "aria-checked": String(value === chosen), tabindex: value === chosen ? 0 : -1, [`data-${intent}`]: value}, ...children);

export const cells = list => h("dl.terms", null, list.filter(Boolean).map(([key, value, small]) =>
  h("div", null, h("dt", null, say(key)), h("dd", null, h("bdi", null, value), small && h("small", null, small)))));

export const row = (picture, title, why, intent, data) =>
  button("", intent, data, h("span.ico", null, icon(picture)), h("span", null, title, h("small", null, why)), icon("next", "go mirror"));
