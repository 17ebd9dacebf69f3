// i18n.js: the sentences of webapp/words.py in the reader's language, which boot.js has asked for.

const {language, words} = await globalThis.texts;
const plural = new Intl.PluralRules(language);

/** `values.n` chooses the plural form. */
export function say(key, values = {}) {
  let text = words[key] ?? key;
  if (text.other) text = text[plural.select(values.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export const has = key => key in words;
