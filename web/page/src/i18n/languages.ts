/** The languages of the page. */

export const LANGUAGES = ["en", "ko", "zh-CN", "zh-TW", "ja", "ru", "vi", "cs"] as const;
export type Language = (typeof LANGUAGES)[number];

/** How each language calls itself. */
export const NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  ko: "한국어",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
  ja: "日本語",
  ru: "Русский",
  vi: "Tiếng Việt",
  cs: "Čeština",
};

/** The first of the wanted languages (`de-AT`, `zh-Hant-HK`) that the page has; else English. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [base = "", ...rest] = tag.split("-");
    if (base === "zh") return /hant|tw|hk|mo/i.test(rest.join("-")) ? "zh-TW" : "zh-CN";
    const found = LANGUAGES.find((language) => language === base.toLowerCase());
    if (found) return found;
  }
  return "en";
}
