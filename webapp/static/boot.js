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
  const language = attempt(() => JSON.parse(new URLSearchParams(launch.get("tgWebAppData")).get("user")).language_code, navigator.language);
  const dark = attempt(() => {
    const [r, g, b] = JSON.parse(launch.get("tgWebAppThemeParams")).bg_color.match(/\w\w/g).map(pair => parseInt(pair, 16));
    return 3 * r + 6 * g + b < 1280;
  }, matchMedia("(prefers-color-scheme: dark)").matches);
  // where the wooden board is at home
  const wooden = /^(tr|ar|az|ku|fa|hy|el)\b/i.test(language);
  root.dataset.look = kept.look || (wooden ? "wood" : "candy");
  root.dataset.scheme = dark ? "dark" : "light";
  const start = launch.get("tgWebAppStartParam") ?? new URLSearchParams(location.search).get("tgWebAppStartParam") ?? "";
  root.dataset.screen = location.pathname.startsWith("/t/") || start.startsWith("t_") ? "table" : "home";
})();
