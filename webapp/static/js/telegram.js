// telegram.js: the one place that knows Telegram. It reads the launch itself, so that everything works when Telegram's own
// script cannot be had; with that script it does more, each thing only where the client's version has it.

const param = "tgWebApp";

function remembered(text) {
  try {
    if (text) sessionStorage.setItem("dama.launch", text);
    return text || sessionStorage.getItem("dama.launch") || "";
  } catch {
    return text;
  }
}

/** {init, start, theme} of this launch; null in an ordinary browser. */
export function readLaunch() {
  const hash = location.hash.slice(1);
  const given = new URLSearchParams(remembered(hash.includes(`${param}Data`) || hash.includes(`${param}Version`) ? hash : ""));
  if (!given.has(`${param}Version`) && !given.has(`${param}Data`)) return null;
  const init = given.get(`${param}Data`) ?? "";
  const start = new URLSearchParams(init).get("start_param") ?? given.get(`${param}StartParam`) ?? new URLSearchParams(location.search).get(`${param}StartParam`);
  let theme = {};
  try { theme = JSON.parse(given.get(`${param}ThemeParams`) ?? "{}"); } catch { /* our own colours then */ }
  return {init, start, theme};
}

const channel = value => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = colour => {
  const [r, g, b] = colour.match(/\w\w/g).map(pair => channel(parseInt(pair, 16) / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one, two) => {
  const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** A theme is a guest, checked at the door: without 4.5:1 between its text and its grounds our own colours stand. */
export function wear(theme) {
  const {style, dataset} = document.documentElement;
  const hex = name => (/^#[0-9a-f]{6}$/i.test(theme[name] ?? "") ? theme[name] : null);
  const [bg, text] = [hex("bg_color"), hex("text_color")];
  const readable = bg && text && contrast(bg, text) >= 4.5 && contrast(hex("secondary_bg_color") ?? bg, text) >= 4.5;
  if (bg) dataset.scheme = luminance(bg) < 0.25 ? "dark" : "light";
  for (const [name, colour] of [["bg", bg], ["text", text]]) {
    if (readable) style.setProperty(`--tg-theme-${name}-color`, colour);
    else style.setProperty(`--tg-theme-${name}-color`, "initial");
  }
}

const script = () => new Promise(resolve => {
  const element = document.createElement("script");
  element.src = "https://telegram.org/js/telegram-web-app.js";
  element.onload = () => resolve(window.Telegram?.WebApp ?? null);
  element.onerror = () => resolve(null);
  document.head.append(element);
});

/** What the page may ask of its container; every method does nothing where it cannot. */
export function container(launch, {back}) {
  let app = null;
  const since = version => app?.isVersionAtLeast(version);
  const media = matchMedia("(prefers-color-scheme: dark)");
  if (launch) {
    wear(launch.theme);
    script().then(ready);
  } else {
    media.addEventListener("change", () => { document.documentElement.dataset.scheme = media.matches ? "dark" : "light"; });
  }

  function ready(found) {
    app = found;
    if (!app) return;
    app.ready();
    app.expand();
    if (since("7.7")) app.disableVerticalSwipes(); // a drag on the board must not close the app
    if (since("6.1")) app.BackButton.onClick(back);
    app.onEvent("themeChanged", () => wear(app.themeParams));
    wear(app.themeParams);
    showBack(document.documentElement.dataset.screen === "table");
  }

  function showBack(shown) {
    if (!since("6.1")) return;
    if (shown) app.BackButton.show();
    else app.BackButton.hide();
  }

  return {
    inside: Boolean(launch),
    showBack,
    /** kind: "light" | "medium" | "success" | "warning" | "error" */
    buzz(kind) {
      if (!since("6.1")) return;
      if (kind === "light" || kind === "medium") app.HapticFeedback.impactOccurred(kind);
      else app.HapticFeedback.notificationOccurred(kind);
    },
    /** Hands the link on; false where it can only be copied. */
    async share(url, text) {
      if (app) {
        app.openTelegramLink(`https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`);
        return true;
      }
      if (!navigator.share) return false;
      return navigator.share({url, text}).then(() => true, error => error.name === "AbortError");
    },
  };
}
