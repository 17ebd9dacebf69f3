// boot.js, before the first paint: screen, look, scheme. And what goes wrong in this page is told to our server, once.
(() => {
  const root = document.documentElement;
  const told = new Set();
  function tell(message, source, line, stack) {
    const key = `${message} ${source}:${line}`;
    if (told.has(key) || told.size > 9) return;
    told.add(key);
    const body = JSON.stringify({message: `${message}`.slice(0, 300), source, line, stack: stack?.slice(0, 1500)});
    fetch("/api/log", {method: "POST", headers: {"Content-Type": "application/json"}, body}).catch(() => {});
  }
  addEventListener("error", ({message, filename, lineno, error}) => message && tell(message, filename, lineno, error?.stack));
  addEventListener("unhandledrejection", ({reason}) => tell(reason?.message ?? reason, "", 0, reason?.stack));

  const attempt = (read, otherwise) => { try { return read() ?? otherwise; } catch { return otherwise; } };
  const launch = new URLSearchParams(location.hash.slice(1));
  const kept = attempt(() => JSON.parse(localStorage.getItem("dama.settings")), {});
  const telegram = attempt(() => JSON.parse(new URLSearchParams(launch.get("tgWebAppData")).get("user")).language_code);
  const dark = attempt(() => {
    const [r, g, b] = JSON.parse(launch.get("tgWebAppThemeParams")).bg_color.match(/\w\w/g).map(pair => parseInt(pair, 16));
    return 3 * r + 6 * g + b < 1280;
  }, matchMedia("(prefers-color-scheme: dark)").matches);
  // where the wooden board is at home
  const wooden = /^(tr|ar|az|ku|fa|hy|el)\b/i.test(telegram ?? navigator.language);
  if (kept.still || matchMedia("(prefers-reduced-motion: reduce)").matches) root.dataset.still = "";
  root.dataset.look = kept.look || (wooden ? "wood" : "candy");
  root.dataset.scheme = dark ? "dark" : "light";
  const start = launch.get("tgWebAppStartParam") ?? new URLSearchParams(location.search).get("tgWebAppStartParam") ?? "";
  // the player's choice, Telegram's language, the browser's, English
  const spoken = [attempt(() => JSON.parse(localStorage.getItem("dama.language"))), telegram, ...navigator.languages];
  const known = root.dataset.languages.split(" ");
  root.lang = spoken.map(tag => `${tag}`.slice(0, 2).toLowerCase()).find(tag => known.includes(tag)) ?? "en";
  root.dir = /ar|fa/.test(root.lang) ? "rtl" : "ltr";
  const address = document.currentScript.src.replace("boot.js", `texts/${root.lang}.json`);
  const ask = () => fetch(address).then(answer => answer.json()).catch(() => new Promise(rest => setTimeout(rest, 2000)).then(ask));
  window.texts = ask();
  root.dataset.screen = location.pathname.startsWith("/t/") || start.startsWith("t_") ? "table"
    : location.pathname.startsWith("/learn") || !attempt(() => localStorage.getItem("dama.taught")) ? "learn" : "home";
})();
