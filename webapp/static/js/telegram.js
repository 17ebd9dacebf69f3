// telegram.js: the one place that knows Telegram. It reads the launch itself; Telegram's script, if it can be had, adds more.

const root = document.documentElement;

/** {init, start, theme}; null in an ordinary browser. */
export function readLaunch() {
  let text = location.hash.slice(1);
  try {
    if (!text.includes("tgWebApp")) text = sessionStorage.getItem("dama.launch") ?? "";
    else sessionStorage.setItem("dama.launch", text);
  } catch { /* forbidden: the address will do */ }
  const given = new URLSearchParams(text);
  if (!given.has("tgWebAppVersion")) return null;
  const init = given.get("tgWebAppData") ?? "";
  const start = new URLSearchParams(init).get("start_param") ?? given.get("tgWebAppStartParam");
  let theme = {};
  try { theme = JSON.parse(given.get("tgWebAppThemeParams")) ?? {}; } catch { /* our own colours */ }
  return {init, start, theme};
}

const luminance = colour => colour.match(/\w\w/g)
  .reduce((sum, pair, index) => sum + [0.2126, 0.7152, 0.0722][index] * (parseInt(pair, 16) / 255) ** 2.2, 0.05);

/** Below 4.5:1 between text and grounds our own colours stand. */
function wear(theme) {
  const hex = name => (/^#[0-9a-f]{6}$/i.test(theme[name]) ? theme[name] : null);
  const bg = hex("bg_color"), text = hex("text_color");
  const contrast = other => luminance(text) / luminance(other);
  const good = bg && text && [bg, hex("secondary_bg_color") ?? bg].map(contrast).every(ratio => ratio >= 4.5 || ratio <= 1 / 4.5);
  if (bg) root.dataset.scheme = luminance(bg) < 0.3 ? "dark" : "light";
  root.style.setProperty("--tg-theme-bg-color", good ? bg : "initial");
  root.style.setProperty("--tg-theme-text-color", good ? text : "initial");
}

export function container(launch, back) {
  let app = null;
  const since = version => app?.isVersionAtLeast(version);
  const showBack = shown => since("6.1") && app.BackButton[shown ? "show" : "hide"]();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  if (!launch) dark.addEventListener("change", () => { root.dataset.scheme = dark.matches ? "dark" : "light"; });
  else {
    wear(launch.theme);
    const script = document.createElement("script");
    script.src = "https://telegram.org/js/telegram-web-app.js";
    script.onload = () => {
      app = window.Telegram?.WebApp;
      app?.ready();
      app?.expand();
      app?.onEvent("themeChanged", () => wear(app.themeParams));
      if (since("7.7")) app.disableVerticalSwipes(); // a drag closes nothing
      if (since("6.1")) app.BackButton.onClick(back);
      showBack(root.dataset.screen === "table");
    };
    document.head.append(script);
  }
  return {
    showBack,
    buzz(kind) {
      if (!since("6.1")) return;
      if (["light", "medium"].includes(kind)) app.HapticFeedback.impactOccurred(kind);
      else app.HapticFeedback.notificationOccurred(kind);
    },
    /** False where it can only be copied. */
    async share(url, text) {
      if (app) app.openTelegramLink(`https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`);
      else if (navigator.share) await navigator.share({url, text}).catch(() => {});
      return Boolean(app || navigator.share);
    },
  };
}
