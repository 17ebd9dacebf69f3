// sheets.js: what stands below the board for a while: invitation, waiting, result, "no such table"; and the settings.

import {$, button, h, icon, part} from "./dom.js";
import {may, other} from "./state.js";
import {nameOf, verdict} from "./view.js";
import {clockName, rulesName} from "./table.js";
import {say} from "./i18n.js";

const head = (crest, title, why, close) => h("div.verdict", null,
  crest && h("div.crest", {"aria-hidden": true}, crest.map(kind => h(`i.${kind}`))) || h("span"),
  h("div", null, h("h2", null, title), why && h("p.why", null, why)),
  close && button(".icon", "close", {"aria-label": say.close()}, icon("no")));

function terms(table) {
  const free = table.white ? "black" : "white";
  const cell = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));
  return h("dl.terms", null, cell(say.rules(), rulesName(table)), cell(say.time(), clockName(table.time)), cell(say.youPlay(), say[table.you[0] ?? free]()));
}

function invitation(state) {
  const {table} = state;
  return [
    head([`${table.white ? "b" : "w"}m`], say.invites(nameOf(table, table.white ? "white" : "black")), table.rated ? say.rated() : say.friendly()),
    terms(table),
    h("div.pair", null, button(".btn.main", "sit", {disabled: !may(state, "sit")}, say.sitDown()), button(".btn.soft", "close", null, icon("eye"), say.watch())),
  ];
}

function waiting(state) {
  const {table} = state;
  return [
    head([`${table.you[0][0]}m`], say.waiting(), say.waitingWhy()),
    terms(table),
    h("div.invite", null, h("input", {readonly: true, value: table.link, "aria-label": say.link(), id: "link"}), button(".btn.soft", "copy", null, icon("copy"), say.copy())),
    h("div.pair", null,
      button(".btn.main", "share", null, icon("share"), say.share()),
      may(state, "abort") && button(".btn.soft", "abort", null, say.cancel())),
  ];
}

function result(state) {
  const {table} = state;
  const {title, why, winner} = verdict(table);
  const own = table.you.length === 1 ? table.you[0] : null;
  const crest = winner ? [`${(own ?? winner)[0]}${own && own !== winner ? "m" : "k"}`] : ["wm", "bm"];
  const rival = own && table.rematch.includes(other(own));
  const asked = own && table.rematch.includes(own);
  const word = asked ? say.asked() : rival ? say.acceptRematch() : say.rematch();
  return [
    head(crest, title, rival && !asked && !table.next ? `${why} · ${say.wantsRematch(nameOf(table, other(own)))}` : why, true),
    table.next ? button(".btn.main", "next", null, icon("next", "mirror"), say.nextGame())
      : table.you.length > 0 && table.status === "finished" && button(".btn.main", "rematch", {disabled: !may(state, "rematch") || Boolean(asked)}, icon("again"), word),
    h("div.pair", null, button(".btn.soft", "share", null, icon("share"), say.share()), button(".btn.soft", "home", null, icon("plus"), say.newGame())),
  ];
}

const lost = ({lost: {text}}) => [
  head(null, say.lost404(), text || say.lostWhy()),
  button(".btn.main", "home", null, say.home()),
];

/** Which sheet stands over the table now: [name, builder] or null. A result waits until the last move has been shown. */
function sheetNow(state, busy) {
  const {table} = state;
  if (state.screen !== "table") return null;
  if (state.lost) return ["lost", lost];
  if (!table || state.closed) return null;
  if (table.status === "open") return table.you.length ? ["waiting", waiting] : ["invitation", invitation];
  if (table.status === "finished" || table.status === "aborted") return busy ? null : ["result", result];
  return null;
}

export function renderSheet(state, busy) {
  const root = $("#sheet");
  const [name, build] = sheetNow(state, busy) ?? [];
  root.hidden = !name;
  const {table} = state;
  part(root, name ? [name, state.lost, table && [table.id, table.status, table.rematch, table.next, table.may, table.white, table.black], state.waiting.length] : null, () => (name ? build(state) : []));
  if (root.dataset.name !== name) root.classList.toggle("late", name === "result");
  root.dataset.name = name ?? "";
}

const toggle = (name, word, why, on) => h("label.row", null,
  h("span", null, word, why && h("small", null, why)),
  h("input", {type: "checkbox", role: "switch", "data-setting": name, checked: on}));

export function renderSettings({sheet, settings, table}) {
  const root = $("#settings");
  root.hidden = sheet !== "settings";
  const look = document.documentElement.dataset.look;
  part(root, root.hidden ? null : [settings, look, Boolean(table)], () => (root.hidden ? [] : [
    h("div.verdict", null, h("span"), h("h2", null, say.settings()), button(".icon", "settings", {"aria-label": say.close()}, icon("no"))),
    h("div.row", null, h("span", null, say.lookLabel()),
      h("div.seg", {role: "radiogroup", "aria-label": say.lookLabel()}, ["wood", "candy"].map(name =>
        button("", "look", {role: "radio", "aria-checked": String(look === name), "data-look": name}, say[name]())))),
    toggle("coordinates", say.coordinates(), "", settings.coordinates),
    toggle("hints", say.hints(), "", settings.hints),
    toggle("auto", say.auto(), say.autoWhy(), settings.auto),
    table && h("div.row", null, h("span", null, say.board()), button(".btn", "flip", null, icon("flip"), say.flip())),
  ]));
}
