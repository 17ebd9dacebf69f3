// Telegram's script for Mini Apps, as far as the board uses it. What it would ask of Telegram it asks of the demo's page.

(() => {
  const launch = new URLSearchParams(location.hash.slice(1));
  const listeners = {}, pressed = {}, waiting = {};
  const number = text => text.split(".").reduce((sum, part) => 1000 * sum + Number(part), 0);
  const tell = (what, values = {}) => parent.postMessage({what, ...values}, location.origin);

  /** Asks something that is answered, once. */
  const ask = (what, values, answered) => {
    waiting[what] = answered;
    tell(what, values);
  };

  /** A button below the Mini App, or the one that leads back. */
  const button = name => {
    const shown = {isVisible: false};
    const set = values => {
      shown.isVisible = values.is_visible ?? shown.isVisible;
      tell("button", {name, values});
    };
    return Object.assign(shown, {
      setParams: set,
      show: () => set({is_visible: true}),
      hide: () => set({is_visible: false}),
      onClick: listener => { (pressed[name] ??= []).push(listener); },
    });
  };
  const silent = () => {};

  addEventListener("message", ({data, source}) => {
    if (source !== parent) return;
    if (data.pressed) (pressed[data.pressed] ?? []).forEach(listener => listener());
    if (data.answered) waiting[data.answered]?.(data.value);
  });
  window.Telegram = {WebApp: {
    version: launch.get("tgWebAppVersion"), platform: launch.get("tgWebAppPlatform"),
    initData: launch.get("tgWebAppData") ?? "", initDataUnsafe: {}, colorScheme: "light",
    themeParams: JSON.parse(launch.get("tgWebAppThemeParams") ?? "{}"),
    get viewportHeight() { return innerHeight; },
    get viewportStableHeight() { return innerHeight; },
    isVersionAtLeast: wanted => number(launch.get("tgWebAppVersion")) >= number(wanted),
    MainButton: button("main"), SecondaryButton: button("second"), BackButton: button("back"),
    HapticFeedback: {impactOccurred: silent, notificationOccurred: silent, selectionChanged: silent},
    ready: silent, expand: silent, disableVerticalSwipes: silent,
    onEvent: (name, listener) => { (listeners[name] ??= []).push(listener); },
    requestWriteAccess: (answered = silent) => ask("allow", {}, answered),
    openTelegramLink: url => tell("open", {url}),
    shareMessage: (message, answered = silent) => ask("share", {message}, answered),
    close: () => tell("close"),
  }};
  addEventListener("resize", () => (listeners.viewportChanged ?? []).forEach(listener => listener({isStateStable: true})));
})();
