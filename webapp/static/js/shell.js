// shell.js: what lies round the page: Telegram, its theme and buttons; vibration and sounds.

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

/** `back`: its Back button; `wake`: it is in front again; `arrived`: its script is there. Everything waits for the version that has it. */
export function container(launch, {back, wake, arrived}) {
  let app = null, mirrored = [];
  const since = version => app?.isVersionAtLeast(version);
  const showBack = shown => since("6.1") && app.BackButton[shown ? "show" : "hide"]();
  const dark = matchMedia("(prefers-color-scheme: dark)");

  /** Not while its own buttons stand there: the board keeps its size. */
  const measure = () => app.MainButton.isVisible || root.style.setProperty("--full", `${app.viewportStableHeight}px`);

  function stand(index, button, changed) {
    const native = [app.MainButton, since("7.10") && app.SecondaryButton][index];
    if (!native) return;
    button?.classList.add("native");
    if (!changed) return;
    const colour = name => getComputedStyle(root).getPropertyValue(`--${name}`).trim().replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
    native.setParams(button
      ? {text: button.textContent, is_visible: true, is_active: !button.disabled, ...(!index && {color: colour("accent"), text_color: colour("on-accent")})}
      : {is_visible: false});
  }

  function mirror(buttons) {
    if (!app) return;
    const pick = name => [...buttons].filter(button => button.classList.contains(name)).at(-1);
    const next = [pick("main"), pick("second")];
    const key = list => list.map(button => button && button.textContent + button.disabled).join("|");
    const changed = key(next) !== key(mirrored);
    next.forEach((button, index) => stand(index, button, changed)); // hides also those drawn anew
    mirrored = next;
  }

  function arrive() {
    app = window.Telegram?.WebApp;
    if (!app) return;
    app.ready();
    app.expand();
    measure();
    app.onEvent("themeChanged", () => wear(app.themeParams));
    app.onEvent("viewportChanged", ({isStateStable}) => isStateStable && measure());
    [app.MainButton, since("7.10") && app.SecondaryButton].forEach((native, index) => native && native.onClick(() => mirrored[index]?.click()));
    if (since("6.1")) app.BackButton.onClick(back);
    if (since("7.7")) app.disableVerticalSwipes(); // a drag closes nothing
    if (since("8.0")) app.onEvent("activated", wake);
    showBack(root.dataset.screen !== "home");
    arrived();
  }

  if (!launch) dark.addEventListener("change", () => { root.dataset.scheme = dark.matches ? "dark" : "light"; });
  else {
    wear(launch.theme);
    const script = document.createElement("script");
    script.src = "https://telegram.org/js/telegram-web-app.js";
    script.onload = arrive;
    document.head.append(script);
  }
  return {
    showBack,
    mirror,
    buzz(kind) {
      if (!since("6.1") || kind === "move") return;
      if (["light", "medium"].includes(kind)) app.HapticFeedback.impactOccurred(kind);
      else app.HapticFeedback.notificationOccurred(kind);
    },
    askToWrite: () => since("6.9") && !app.initDataUnsafe?.user?.allows_write_to_pm && app.requestWriteAccess(),
    async share(url, text) {
      if (since("6.1")) app.openTelegramLink(`https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`);
      else if (navigator.share) await navigator.share({url, text}).catch(() => {});
      return Boolean(since("6.1") || navigator.share);
    },
  };
}

const tunes = {
  move: [[196, 0, 50]], light: [[147, 0, 60]], medium: [[294, 0, 80], [440, 90, 140]], warning: [[110, 0, 80]], error: [[98, 0, 160]],
  success: [[392, 0, 110], [523, 110, 110], [659, 220, 240]],
};
let context = null;

/** Not before the first touch: browsers forbid it. */
export function sound(kind) {
  if (document.hidden || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [frequency, after, length] of tunes[kind]) {
    const start = context.currentTime + after / 1000;
    const tone = new OscillatorNode(context, {type: "triangle", frequency});
    const volume = new GainNode(context, {gain: 0.3});
    volume.gain.setTargetAtTime(0, start, length / 3000);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length / 500);
  }
}
