"""A stand-in for Telegram's own script: its documented interface, each part throwing below the version that brought it.

What the page calls is kept in `Telegram.WebApp.calls`; what Telegram would do is done by `Telegram.WebApp.does`.
Source of names and versions: Telegram's documentation of Mini Apps ("Initializing Mini Apps", "Recent changes").
"""

import json
from typing import Any
from urllib.parse import urlencode

from playwright.async_api import Route

SCRIPT_ADDRESS = "https://telegram.org/js/telegram-web-app.js"
DARK = {"bg_color": "#17212b", "text_color": "#f5f5f5", "secondary_bg_color": "#0e1621"}

SCRIPT = """
(() => {
  const launch = new URLSearchParams(location.hash.slice(1));
  const version = launch.get("tgWebAppVersion");
  const calls = [], listeners = {};
  const number = text => text.split(".").reduce((sum, part) => 1000 * sum + Number(part), 0);
  const since = wanted => number(version) >= number(wanted);
  const called = (name, wanted, ...values) => {
    if (!since(wanted)) throw new Error(`${name} is not supported in version ${version}`);
    calls.push([name, ...values]);
  };
  const part = (name, wanted, methods) =>
    Object.fromEntries(methods.map(method => [method, (...values) => called(`${name}.${method}`, wanted, ...values)]));
  const bottom = (name, wanted) => {
    const button = {isVisible: false, text: "", isActive: true, pressed: []};
    button.setParams = values => {
      called(`${name}.setParams`, wanted, values);
      button.isVisible = values.is_visible ?? button.isVisible;
      button.text = values.text ?? button.text;
      button.isActive = values.is_active ?? button.isActive;
    };
    button.onClick = listener => { called(`${name}.onClick`, wanted); button.pressed.push(listener); };
    return button;
  };
  const back = {isVisible: false, pressed: []};
  const BackButton = {
    get isVisible() { return back.isVisible; },
    show() { called("BackButton.show", "6.1"); back.isVisible = true; },
    hide() { called("BackButton.hide", "6.1"); back.isVisible = false; },
    onClick(listener) { called("BackButton.onClick", "6.1"); back.pressed.push(listener); },
  };
  const app = {
    version, calls, BackButton,
    platform: launch.get("tgWebAppPlatform"), initData: launch.get("tgWebAppData") ?? "", initDataUnsafe: {},
    themeParams: JSON.parse(launch.get("tgWebAppThemeParams") ?? "{}"), colorScheme: "dark",
    viewportHeight: innerHeight, viewportStableHeight: innerHeight,
    isVersionAtLeast: since,
    MainButton: bottom("MainButton", "6.0"), SecondaryButton: bottom("SecondaryButton", "7.10"),
    HapticFeedback: part("HapticFeedback", "6.1", ["impactOccurred", "notificationOccurred", "selectionChanged"]),
    ready: () => called("ready", "6.0"), expand: () => called("expand", "6.0"),
    disableVerticalSwipes: () => called("disableVerticalSwipes", "7.7"),
    requestWriteAccess: () => called("requestWriteAccess", "6.9"),
    openTelegramLink: link => called("openTelegramLink", "6.1", link),
    addToHomeScreen: () => called("addToHomeScreen", "8.0"),
    shareMessage: (name, done) => called("shareMessage", "8.0", name),
    onEvent(name, listener) {
      const late = ["activated", "deactivated", "safeAreaChanged", "contentSafeAreaChanged"];
      if (late.includes(name)) called(`on ${name}`, "8.0");
      (listeners[name] ??= []).push(listener);
    },
    does: {
      event: (name, values) => (listeners[name] ?? []).forEach(listener => listener(values)),
      pressBack: () => back.pressed.forEach(listener => listener()),
      press: name => app[name].pressed.forEach(listener => listener()),
      wear(theme) { app.themeParams = theme; app.does.event("themeChanged"); },
      insets(top, bottom) {
        const set = (name, value) => document.documentElement.style.setProperty(`--tg-${name}`, `${value}px`);
        set("safe-area-inset-top", top);
        set("safe-area-inset-bottom", bottom);
        set("content-safe-area-inset-top", 46);
      },
    },
  };
  window.Telegram = {WebApp: app};
})();
"""


def launch_path(version: str, *, start: str = "", theme: dict[str, str] | None = None, init: str = "") -> str:
    """The address under which a Telegram of this version opens the page."""
    fields = {
        "tgWebAppData": init,
        "tgWebAppVersion": version,
        "tgWebAppPlatform": "android",
        "tgWebAppThemeParams": json.dumps(theme or DARK),
    }
    return "/#" + urlencode(fields | ({"tgWebAppStartParam": start} if start else {}))


async def give_script(route: Route) -> None:
    """Answer the request for Telegram's script with the stand-in."""
    await route.fulfill(body=SCRIPT, content_type="text/javascript")


def proxy() -> dict[str, Any]:
    """What a page needs to take itself for one inside Telegram's application: for `open_page`."""
    return {"script": "window.TelegramWebviewProxy = {postEvent() {}};", "routes": {SCRIPT_ADDRESS: give_script}}
