import { describe, expect, test } from "vitest";
import { plural, type Translation, t } from "../../src/i18n";
import { en } from "../../src/i18n/en";
import { LANGUAGES, languageFor, NAMES } from "../../src/i18n/languages";

const files = import.meta.glob<{ default: Translation }>("../../src/i18n/*.ts");
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const isPlural = (key: string) => key.replace(/\.(one|other)$/, "") !== key && `${base(key)}.one` in en;
const base = (key: string) => key.slice(0, key.lastIndexOf("."));

const plurals = [...new Set(Object.keys(en).filter(isPlural).map(base))];
const singles = Object.keys(en).filter((key) => !isPlural(key));

for (const language of LANGUAGES.filter((each) => each !== "en")) {
  describe(language, async () => {
    const file = await files[`../../src/i18n/${language}.ts`]?.();
    const texts: Readonly<Record<string, string>> = file?.default ?? {};
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const forms = plurals.flatMap((key) => categories.map((category) => `${key}.${category}`));

    test("has every text, no other, and every plural form", () => {
      expect(Object.keys(texts).sort()).toEqual([...singles, ...forms].sort());
    });

    test("has the placeholders of English in each text, and no text is empty", () => {
      for (const [key, text] of Object.entries(texts)) {
        const english = key in en ? en[key as keyof typeof en] : en[`${base(key)}.other` as keyof typeof en];
        expect(placeholders(text), key).toEqual(placeholders(english));
        expect(text.trim(), key).not.toBe("");
      }
    });

    test("is not left in English", () => {
      const same = singles.filter((key) => texts[key] === en[key as keyof typeof en]);
      expect(same.length, same.join()).toBeLessThan(singles.length * 0.04);
    });
  });
}

test("the language is the first that the browser asks for and the page has", () => {
  expect(languageFor(["de-AT", "ko-KR", "en"])).toBe("ko");
  expect(languageFor(["zh"])).toBe("zh-CN");
  expect(languageFor(["zh-Hant-HK"])).toBe("zh-TW");
  expect(languageFor(["zh-TW"])).toBe("zh-TW");
  expect(languageFor(["RU"])).toBe("ru");
  expect(languageFor(["fi", "sv"])).toBe("en");
  expect(languageFor([])).toBe("en");
  expect(Object.keys(NAMES)).toEqual([...LANGUAGES]);
});

test("English texts with values and plural forms", () => {
  expect(t("game.played", { color: "Black", point: "h8" })).toBe("Black plays h8");
  expect(t("game.played", { color: "Black" })).toBe("Black plays {point}");
  expect(plural("review.moves", 1)).toBe("1 move");
  expect(plural("review.moves", 2)).toBe("2 moves");
});
