// sheets.js: what rises below the board; dialogs.

import {$, button, cells, dotted, h, head, icon, main, part, radio, recall, row, say, soft} from "./page.js";
import {may, other, over, rival, seeking} from "./state.js";
import {clockName, kindOf, nameOf, opponent, ratingOf, turnOf, verdict} from "./view.js";

const terms = (table, side) => cells([["rules", table.rules_name], ["clock", clockName(table.time ?? table.days)], ["youPlay", say(side)]]);

const signed = number => `\u2066${number < 0 ? "−" : "+"}${Math.abs(number)}\u2069`;

function gains({reward, score, you: [own, both]}) {
  const found = [
    reward?.candy > 0 && ["candies", signed(reward.candy), say("leftToday", {n: reward.left})],
    reward?.points > 0 && ["points", signed(reward.points)],
    reward?.after && ["rating", reward.after, signed(reward.after - reward.before)],
    score && own && !both && ["score", `\u2066${score[own]} : ${score[other(own)]}\u2069`],
  ].filter(Boolean);
  return [found.length > 0 && cells(found), reward?.badge && h("p.won", icon("star"), reward.text.at(-1))];
}

const builders = {
  lost: ({lost}) => [head(null, say("gone"), lost.text), main("home", null, "home")],
  invitation(state) {
    const {table, banned} = state;
    const free = table.white ? "black" : "white";
    const host = dotted(kindOf(table), ratingOf(table[other(free)]));
    return [
      head([`${free[0]}m`], say("invites", {name: nameOf(table, other(free))}), banned || host),
      terms(table, free),
      h("div.pair", !banned && main("sit", null, "sit", !may(state, "sit")), soft("close", "eye", "watch", {class: "second"})),
      !recall("taught") && soft("learn", "book", "howTo", {"data-chapter": "three"}),
    ];
  },
  waiting(state) {
    const {table} = state;
    return [
      head([`${table.you[0][0]}m`], say("waiting"), say("waitingWhy")),
      terms(table, table.you[0]),
      h("div.invite", h("input", {readonly: true, value: table.link, "aria-label": say("link"), id: "link"}), soft("copy", null, "copy")),
      h("div.pair", main("share", "share", "share"), may(state, "abort") && soft("abort", null, "cancel")),
    ];
  },
  seeking: state => [
    head(["wm", "bm"], say("seeking"), say("seekingWhy", {clock: clockName(seeking(state).message.days ?? seeking(state).message.time)})),
    h("div.pair", button(".btn.main", "open", {"data-against": "computer"}, say("playComputer")), soft("unseek", null, "cancel", {class: "second"})),
  ],
  result(state) {
    const {table} = state;
    const {title, why, winner} = verdict(table);
    const own = table.you.length === 1 ? table.you[0] : null;
    const crest = winner ? [`${(own ?? winner)[0]}${own && own !== winner ? "m" : "k"}`] : ["wm", "bm"];
    const asked = own && table.rematch.includes(own);
    const wanted = own && !asked && !table.next && table.rematch.includes(other(own));
    return [
      head(crest, title, dotted(why, wanted && say("wantsRematch", {name: nameOf(table, other(own))})), "close"),
      ...gains(table),
      table.next ? main("next", "next", "nextGame")
        : !state.banned && table.you.length > 0 && table.status === "finished" && main("rematch", "again", asked ? "asked" : wanted ? "acceptRematch" : "rematch", !may(state, "rematch")),
      h("div.pair", soft("share", "share", "share", {class: "second"}),
        table.clock && rival(state) && !state.banned ? soft("seek", "seek", "nextOpponent") : soft("home", "play", "newGame")),
    ];
  },
};

/** A result waits until the last move has been shown. */
function sheetNow(state, busy) {
  const {screen, lost, table, closed, ply} = state;
  if (screen === "home" && seeking(state)) return "seeking";
  if (screen !== "table" || ply !== null) return null;
  if (lost) return "lost";
  if (!table || closed) return null;
  if (table.status === "open") return table.you.length ? "waiting" : "invitation";
  return over(table) && !busy ? "result" : null;
}

export function renderSheet(state, busy) {
  const root = $("#sheet");
  const name = sheetNow(state, busy);
  root.hidden = !name;
  root.dataset.name = name ?? "";
  part(root, name ? builders[name](state) : []);
}

const toggle = (name, checked, data, why) => h("label.row", h("span", say(name), why && h("small", say(why))),
  h("input", {type: "checkbox", role: "switch", checked, ...data}));

const mute = ({muted}) => toggle("mute", muted, {"data-mute": ""});

export const dialogs = {
  person(state) {
    const {table, armed, blocked} = state;
    const met = !blocked.includes(table.id);
    const arming = met && armed !== "block";
    const side = rival(state);
    return [
      nameOf(table, side), ratingOf(table[side]),
      mute(state),
      h("div.row", h("span", say(met ? "blockWhy" : "unblockWhy")),
        soft(arming ? "arm" : "block", null, arming ? "block" : met ? "sure" : "unblock", {"data-what": "block", "data-on": met})),
      h("div.row",
        h("select", {id: "ground", "aria-label": say("reportWhy")}, ["reportWhy", "cheating", "stalling", "name", "other"].map(ground => h("option", {value: ground}, say(ground)))),
        soft("report", null, "report")),
    ];
  },
  watchers: ({watchers}) => [
    say("watchers", {n: watchers?.count ?? 0}), null,
    watchers?.people.length > 0 && [
      h("ul.places", watchers.people.map(({name}) => h("li", icon("eye"), h("bdi", name)))),
      watchers.count > watchers.people.length && h("p.why", say("more", {n: watchers.count - watchers.people.length})),
    ],
  ],
  bind: ({bind, you}) => [
    bind?.name ? say("bind", {name: bind.name}) : say("signIn"), bind?.text ?? say(bind?.name ? "bindWhy" : "wait"),
    bind?.name && h("div.pair", main("signIn", null, "signIn", !you || bind.sent), soft("bind", null, "cancel")),
  ],
  settings(state) {
    const {settings, inside, canAddHome} = state;
    const {look, languages} = document.documentElement.dataset;
    const setting = (name, why) => toggle(name, settings[name], {"data-setting": name}, why);
    return [
      say("settings"), null,
      h("div.row", h("span", say("lookOf")), h("div.seg", {role: "radiogroup", "aria-label": say("lookOf")}, ["wood", "candy"].map(name => radio("look", name, look, say(name))))),
      h("label.row", h("span", say("language")), h("select", {"data-keep": "language"},
        h("option", {value: ""}, say("automatic")), languages.split(" ").map(code =>
          h("option", {value: code, selected: code === recall("language"), lang: code}, new Intl.DisplayNames(code, {type: "language"}).of(code))))),
      setting("coordinates"), setting("hints"), setting("auto", "autoWhy"), setting("confirm", "confirmWhy"), setting("turning", "turningWhy"),
      setting("sounds"), inside && setting("haptics"), setting("still"), mute(state),
      canAddHome && h("div.row", h("span", say("homeScreen")), soft("addHome", null, "add")),
    ];
  },
  games: ({tables, games}) => [
    say("games"), null,
    h("div.rows", tables.map(game => row("play", opponent(game), turnOf(game), "enter", {"data-table": game.id})),
      games?.map(game => row("flag", opponent(game), dotted(verdict(game).title, verdict(game).why), "enter", {"data-table": game.id}))),
    games && !tables.length && !games.length && h("p.why", say("noGames")),
  ],
  top: ({top}) => [say("top"), say("topWhy"), ...["month", "all"].map(name => top && h("section", h("h3", say(name)),
    h("ol.places", top[name].map(({place, name: who, points, you}) =>
      h("li", {class: you && "you"}, h("span.num", place), h("bdi", who), h("b.num", points)))),
    !top[name].length && h("p.why", say("noPoints"))))],
};

export function renderDialog(state) {
  const root = $("#settings");
  const {sheet} = state;
  const [title, why, ...rest] = sheet ? dialogs[sheet](state) : [];
  root.hidden = !sheet;
  root.ariaLabel = title;
  part(root, sheet ? [head(null, title, why, sheet), ...rest] : []);
}
