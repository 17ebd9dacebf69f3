// boot.js: before the first paint; and what goes wrong is told to the server.
(() => {
  const root = document.documentElement;
  const told = new Set();
  function tell(message, source, line, stack) {
    if (told.has(message) || told.size > 9) return;
    told.add(message);
    const body = JSON.stringify({message: `${message}`.slice(0, 300), source, line, stack: stack?.slice(0, 1500)});
    fetch("/api/log", {method: "POST", headers: {"Content-Type": "application/json"}, body}).catch(() => {});
  }
  addEventListener("error", ({message, filename, lineno, error}) => message && tell(message, filename, lineno, error?.stack));
  addEventListener("unhandledrejection", ({reason}) => tell(reason?.message ?? reason, "", 0, reason?.stack));

  const attempt = (read, otherwise) => { try { return read() ?? otherwise; } catch { return otherwise; } };
  // Telegram's launch, kept over loading anew; null in a browser
  const hash = location.hash.slice(1);
  const given = new URLSearchParams(hash.includes("tgWebApp") ? hash : attempt(() => sessionStorage.getItem("dama.launch"), ""));
  attempt(() => sessionStorage.setItem("dama.launch", given));
  const init = new URLSearchParams(given.get("tgWebAppData"));
  const start = init.get("start_param") ?? given.get("tgWebAppStartParam") ?? "";
  const telegram = attempt(() => JSON.parse(init.get("user")).language_code);
  window.launch = given.has("tgWebAppVersion") ? {init: `${given.get("tgWebAppData")}`, start} : null;

  const luminance = colour => colour.match(/\w\w/g)
    .reduce((sum, pair, index) => sum + [0.2126, 0.7152, 0.0722][index] * (parseInt(pair, 16) / 255) ** 2.2, 0.05);
  // below 4.5:1 our own colours stand
  window.wear = theme => {
    const hex = name => (/^#[0-9a-f]{6}$/i.test(theme[name]) ? theme[name] : null);
    const bg = hex("bg_color"), text = hex("text_color");
    const contrast = bg && text && luminance(text) / luminance(bg);
    const good = contrast && (contrast >= 4.5 || contrast <= 1 / 4.5);
    if (bg) root.dataset.scheme = luminance(bg) < 0.3 ? "dark" : "light";
    root.style.setProperty("--tg-theme-bg-color", good ? bg : "initial");
    root.style.setProperty("--tg-theme-text-color", good ? text : "initial");
  };
  root.dataset.scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  if (window.launch) window.wear(attempt(() => JSON.parse(given.get("tgWebAppThemeParams")), {}));

  const kept = attempt(() => JSON.parse(localStorage.getItem("dama.settings")), {});
  // where the wooden board is at home
  const wooden = /^(tr|ar|az|ku|fa|hy|el)\b/i.test(telegram ?? navigator.language);
  if (kept.still || matchMedia("(prefers-reduced-motion: reduce)").matches) root.dataset.still = "";
  root.dataset.look = kept.look || (wooden ? "wood" : "candy");
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
