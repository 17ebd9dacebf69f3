// The chats of the demo. The server says how they stand; this shows them and says what somebody did.

let state = null;
const phones = [];

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

async function act(wish) {
  const answer = await fetch("/telegram/act", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish)});
  return answer.ok ? answer.json() : {toast: "That did not work."};
}

/** A text with its bold words, links and boards; offsets count UTF-16 units, as strings here do. */
function formatted(text, entities, open) {
  const parts = [];
  let at = 0;
  const known = entities.filter(entity => ["bold", "pre", "text_link", "code"].includes(entity.type));
  for (const entity of known) {
    if (entity.offset < at) continue;
    parts.push(...linked(text.slice(at, entity.offset), open));
    const inside = text.slice(entity.offset, entity.offset + entity.length);
    parts.push(make({bold: "b", pre: "pre", code: "code"}[entity.type] ?? "a", {textContent: inside}));
    at = entity.offset + entity.length;
  }
  return [...parts, ...linked(text.slice(at), open)];
}

const linked = (text, open) => text.split(/(https:\/\/\S+)/).map((part, index) =>
  index % 2 ? make("a", {textContent: part, onclick: () => open(part)}) : part);

class Phone {
  constructor(index) {
    this.index = index;
    this.chat = "private";
    this.read = {};
    this.root = document.querySelector("#phone").content.firstElementChild.cloneNode(true);
    this.find = name => this.root.querySelector(name);
    document.querySelector("#phones").append(this.root);
    this.find(".write").onsubmit = event => { event.preventDefault(); this.send(); };
    this.find(".write input").oninput = () => this.ask();
    this.find(".answering button").onclick = () => this.answer(null);
    this.find(".app .closing").onclick = () => this.close();
    addEventListener("message", ({data, source}) => source === this.find("iframe").contentWindow && this.hear(data));
  }

  get person() { return state.people[this.index]; }
  get key() { return this.chat === "private" ? String(this.person.id) : this.chat; }
  do(what, more) { return act({do: what, person: this.person.id, chat: this.chat, ...more}); }

  show() {
    this.find(".people").replaceChildren(...state.people.map((person, index) => make("button", {
      type: "button", textContent: person.first_name, ariaPressed: index === this.index,
      onclick: () => { this.index = index; this.drawn = null; this.close(); this.answer(null); this.show(); },
    })));
    const names = {private: "Dama bot", group: state.chats.group.title, elsewhere: state.chats.elsewhere.title};
    this.find(".chats").replaceChildren(...Object.entries(names).map(([name, title]) => this.tab(name, title)));
    this.messages();
  }

  tab(name, title) {
    const key = name === "private" ? String(this.person.id) : name;
    const last = state.chats[key].messages.at(-1)?.id ?? 0;
    const seen = `${this.person.id} ${name}`;
    if (name === this.chat) this.read[seen] = last;
    const fresh = state.chats[key].messages.filter(message => message.id > (this.read[seen] ?? 0) && message.from !== this.person.id).length;
    const button = make("button", {type: "button", textContent: title, ariaPressed: name === this.chat,
      onclick: () => { this.chat = name; this.drawn = null; this.answer(null); this.show(); }});
    if (fresh) button.append(make("i", {textContent: fresh}));
    return button;
  }

  messages() {
    const shown = state.chats[this.key].messages, text = JSON.stringify([this.key, this.index, shown]);
    if (text === this.drawn) return;
    this.drawn = text;
    this.find(".messages").replaceChildren(...shown.map(message => this.message(message)));
    this.down();
  }

  down() {
    const list = this.find(".messages");
    list.scrollTop = list.scrollHeight;
  }

  message(message) {
    const bubble = make("div", {className: "bubble"});
    if (this.chat !== "private") {
      const via = message.via ? ` via @${state.bot}` : "";
      bubble.append(make("div", {className: "name", textContent: message.name + via}));
    }
    if (message.photo) bubble.append(make("img", {src: `/telegram/file/${message.photo}`, alt: "a board", onload: () => this.down()}));
    if (message.text) {
      const text = make("div", {className: "text"}, ...formatted(message.text, message.entities, url => this.open(url)));
      bubble.append(text);
    }
    const time = new Date(message.date * 1000).toLocaleTimeString([], {hour: "2-digit", minute: "2-digit"});
    const words = [message.edited ? "edited" : "", message.silent ? "🔕" : "", time].filter(Boolean).join(" · ");
    bubble.append(make("div", {className: "meta", textContent: words, title: "Answer", onclick: () => this.answer(message)}));
    const item = make("li", {className: message.from === this.person.id ? "mine" : ""}, bubble);
    if (message.rows.length) item.append(this.keys(message));
    return item;
  }

  keys(message) {
    const row = buttons => make("div", {}, ...buttons.map(button => {
      const url = button.url ?? button.web_app?.url;
      const shown = make("button", {type: "button", textContent: button.text, className: url ? "link" : ""});
      shown.onclick = async () => {
        if (url) return this.open(url);
        if (button.copy_text) return this.copy(button.copy_text.text);
        shown.classList.add("busy");
        this.toast((await this.do("press", {message: message.id, data: button.callback_data})).toast);
        shown.classList.remove("busy");
      };
      return shown;
    }));
    return make("div", {className: "keys"}, ...message.rows.map(row));
  }

  async copy(text) {
    await navigator.clipboard?.writeText(text).catch(() => {});
    this.toast(`Copied: ${text}`);
  }

  async open(url) {
    if (url.startsWith("https://t.me/share/")) {
      const query = new URL(url).searchParams;
      this.chat = "group";
      this.drawn = null;
      await this.do("say", {text: `${query.get("text")} ${query.get("url")}`});
      return this.show();
    }
    const answer = await this.do("link", {url});
    if (answer.chat) { this.chat = "private"; this.drawn = null; this.show(); }
    if (answer.browser) window.open(answer.browser, "_blank");
    if (answer.app) {
      this.find("iframe").src = answer.app;
      this.find(".app").hidden = false;
    }
  }

  /** What the Mini App asks of Telegram. */
  async hear({what, name, values, url, message}) {
    const reply = answer => this.find("iframe").contentWindow?.postMessage(answer, location.origin);
    if (what === "button") this.native(name, values, () => reply({pressed: name}));
    if (what === "close") this.close();
    if (what === "allow") {
      await this.do("allow", {});
      reply({answered: "allow", value: true});
    }
    if (what === "open") {
      this.close();
      await this.open(url);
    }
    if (what === "share") {
      await this.do("share", {chat: "elsewhere", message});
      reply({answered: "share", value: true});
      this.toast(`Sent to ${state.chats.elsewhere.title}`);
    }
  }

  native(name, {text, is_visible: visible, is_active: active}, press) {
    const button = this.find(`[data-native=${name}]`);
    if (text) button.textContent = text;
    if (visible !== undefined) button.hidden = !visible;
    if (active !== undefined) button.disabled = !active;
    button.onclick = press;
  }

  close() {
    this.root.querySelectorAll("[data-native]").forEach(button => { button.hidden = true; });
    this.find(".app").hidden = true;
    this.find("iframe").removeAttribute("src");
  }

  answer(message) {
    this.reply = message?.id ?? null;
    this.find(".answering").hidden = !message;
    this.find(".answering span").textContent = message ? `Answer to ${message.name}` : "";
  }

  async send() {
    const input = this.find(".write input"), text = input.value.trim();
    if (!text || text.startsWith(`@${state.bot}`)) return;
    input.value = "";
    const reply = this.reply;
    this.answer(null);
    await this.do("say", {text, reply});
  }

  async ask() {
    const text = this.find(".write input").value, name = `@${state.bot}`, box = this.find(".results");
    if (!text.startsWith(name)) { box.hidden = true; return; }
    const asked = this.asked = {};
    const {results} = await this.do("ask", {text: text.slice(name.length).trim()});
    if (asked !== this.asked) return;
    box.hidden = false;
    box.replaceChildren(...results.map(result => make("button", {type: "button", onclick: async () => {
      this.find(".write input").value = "";
      box.hidden = true;
      await this.do("send", {result});
    }}, result.title, make("small", {textContent: result.description ?? ""}))));
  }

  toast(text) {
    if (!text) return;
    const toast = this.find(".toast");
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => { toast.hidden = true; }, 3500);
  }
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(`/telegram/state?after=${state?.at ?? -1}`);
      state = await answer.json();
      if (!phones.length) phones.push(new Phone(0), new Phone(1));
      phones.forEach(phone => phone.show());
      document.documentElement.dataset.ready = "yes";
    } catch {
      await new Promise(done => setTimeout(done, 1000)); // the demo was stopped, or is being started again
    }
  }
}

follow();
