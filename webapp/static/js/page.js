// page.js: elements, memory, sentences, common parts.

export const $ = (selector, root = document) => root.querySelector(selector);

function make(element, [first, ...others]) {
  const given = first?.constructor === Object;
  for (const [key, value] of Object.entries(given ? first : {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...(given ? others : [first, ...others]).flat().filter(child => child || child === 0));
  return element;
}

/** h("div.bar.me", {id: "x"}?, child…); what is empty is left out. */
export function h(tag, ...parts) {
  const [name, ...classes] = tag.split(".");
  const element = make(document.createElement(name), parts);
  element.classList.add(...classes);
  return element;
}

export const svg = (name, ...parts) => make(document.createElementNS("http://www.w3.org/2000/svg", name), parts);

export const icon = (name, classes = "") => svg("svg", {class: `ic ${classes}`, "aria-hidden": "true"}, svg("use", {href: `#i-${name}`}));

export const button = (tag, intent, attributes, ...children) => h(`button${tag}`, {type: "button", "data-do": intent, ...attributes}, ...children);

const drawn = new WeakMap();

/** Fills `root` anew only when something has changed: a pressed button stays, what is open stays so, and the keyboard's place. */
export function part(root, children) {
  const fresh = h("div", ...[children].flat());
  const known = fresh.innerHTML.replaceAll(' open=""', "");
  if (drawn.get(root) === known) return;
  const {dataset = {}} = root.contains(document.activeElement) ? document.activeElement : {};
  const twin = Object.entries(dataset).filter(([name]) => name !== "do" || !dataset.what).map(([name, value]) => `[data-${name}="${CSS.escape(value)}"]`).join("");
  root.replaceChildren(...fresh.childNodes);
  drawn.set(root, known);
  if (twin) $(twin, root)?.focus({preventScroll: true});
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
    return true;
  } catch {
    return false; // memory has it
  }
}

const {language, words} = await globalThis.texts;
const plural = new Intl.PluralRules(language);

/** `values.n` chooses the plural form. */
export function say(key, values = {}) {
  let text = words[key] ?? key;
  if (text.other) text = text[plural.select(values.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, key) => (key === "name" ? `\u2068${values.name}\u2069` : values[key] ?? whole));
}

export const dotted = (...words) => words.filter(Boolean).join(" · ");

export const connection = ({line, lag}) =>
  h("span.conn", {class: line}, icon({on: "on", off: "no"}[line] ?? "clock"), h("span", say(line, {n: lag})));

export const settingsButton = () => button(".icon", "settings", {"aria-label": say("settings")}, icon("tune"));

export const head = (crest, title, why, close) => h("div.verdict",
  crest && h("div.crest", {"aria-hidden": "true"}, crest.map(kind => h(`i.${kind}`))),
  h("div", h("h2", title), why && h("p.why", why)),
  close && button(".icon", close, {"aria-label": say("close")}, icon("no")));

export const main = (intent, picture, word, disabled) => button(".btn.main", intent, {disabled}, picture && icon(picture, "mirror"), say(word));
export const soft = (intent, picture, word, data) => button(".btn.soft", intent, data, picture && icon(picture), say(word));

export const radio = (intent, value, chosen, ...children) =>
  button("", intent, {role: "radio", "aria-checked": `${value === chosen}`, tabindex: value === chosen ? 0 : -1, [`data-${intent}`]: value}, ...children);

export const cells = list => h("dl.terms", list.filter(Boolean).map(([key, value, small]) =>
  h("div", h("dt", say(key)), h("dd", h("bdi", value), small && h("small", small)))));

export const row = (picture, title, why, intent, data) =>
  button("", intent, data, h("span.ico", icon(picture)), h("span", title, h("small", why)), icon("next", "go mirror"));
