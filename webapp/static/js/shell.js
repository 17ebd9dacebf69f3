// shell.js: Telegram round the page, and sounds.

const root = document.documentElement;

/** Everything waits for the version that has it. */
export function container({back, wake, sleep, arrived}) {
  let app = null, natives = [], mirrored = [], keys = [];
  const since = version => app?.isVersionAtLeast(version);
  const showBack = shown => since("6.1") && app.BackButton[shown ? "show" : "hide"]();
  const colour = name => getComputedStyle(root).getPropertyValue(`--${name}`).trim();

  /** The board keeps its size when Telegram's buttons come. */
  const measure = () => app.MainButton.isVisible || root.style.setProperty("--full", `${app.viewportStableHeight}px`);

  /** Telegram's two buttons stand for the last of ours. */
  function mirror(buttons) {
    mirrored = ["main", "second"].map(name => buttons.findLast(button => button.classList.contains(name)));
    natives.forEach((native, index) => {
      const button = mirrored[index];
      const key = button && button.textContent + button.disabled;
      button?.classList.add("native");
      if (keys[index] === key) return;
      keys[index] = key;
      native.setParams(button
        ? {text: button.textContent, is_visible: true, is_active: !button.disabled, ...(!index && {color: colour("accent"), text_color: colour("on-accent")})}
        : {is_visible: false});
    });
  }

  function arrive() {
    app = window.Telegram?.WebApp;
    if (!app) return;
    app.ready();
    app.expand();
    measure();
    app.onEvent("themeChanged", () => wear(app.themeParams));
    app.onEvent("viewportChanged", ({isStateStable}) => isStateStable && measure());
    natives = [app.MainButton, ...(since("7.10") ? [app.SecondaryButton] : [])];
    natives.forEach((native, index) => native.onClick(() => mirrored[index]?.click()));
    if (since("6.1")) app.BackButton.onClick(back);
    if (since("7.7")) app.disableVerticalSwipes(); // a drag closes nothing
    if (since("8.0")) app.onEvent("activated", wake);
    if (since("8.0")) app.onEvent("deactivated", sleep);
    showBack(root.dataset.screen !== "home");
    arrived();
  }

  if (!launch) matchMedia("(prefers-color-scheme: dark)").onchange = ({matches}) => { root.dataset.scheme = matches ? "dark" : "light"; };
  else {
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
    canAddHome: () => Boolean(since("8.0")),
    addHome: () => app.addToHomeScreen(),
    askToWrite: () => since("6.9") && app.requestWriteAccess(),
    /** `prepare` asks for a message that Telegram can send. False: there is no way. */
    async share(url, text, prepare) {
      const message = prepare && since("8.0") && (await prepare().catch(() => ({}))).message;
      if (message) app.shareMessage(message);
      else if (since("6.1")) app.openTelegramLink(`https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`);
      else return navigator.share?.({url, text}).then(() => true, ({name}) => name === "AbortError");
      return true;
    },
  };
}

const tunes = {move: [196], light: [147], medium: [294, 440], warning: [110], error: [98], success: [392, 523, 659]}; // Hz
let context = null;

/** Not before the first touch: browsers forbid it. */
export function sound(kind) {
  if (document.hidden || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  tunes[kind].forEach((frequency, index) => {
    const start = context.currentTime + index / 9;
    const tone = new OscillatorNode(context, {type: "triangle", frequency});
    const volume = new GainNode(context, {gain: 0.3});
    volume.gain.setTargetAtTime(0, start, 0.03);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  });
}
