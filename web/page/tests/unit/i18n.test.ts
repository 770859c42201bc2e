import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";
import { percent, seconds, short } from "../../src/engine/numbers";
import { chosenLanguage, languageReady, plural, saying, type Translation, t } from "../../src/i18n";
import { en } from "../../src/i18n/en";
import { LANGUAGES, languageFor, NAMES } from "../../src/i18n/languages";
// Codes of the engine with the names of their values: a test of the crate dolmen-study keeps it true.
import codes from "./phrases.json";

const files = import.meta.glob<{ default: Translation }>("../../src/i18n/*.ts");
const isPhrase = (key: string) => key.startsWith("phrase.");
const isName = (key: string) => key.startsWith("renju.");
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const isPlural = (key: string) => key.replace(/\.(one|other)$/, "") !== key && `${base(key)}.one` in en;
const base = (key: string) => key.slice(0, key.lastIndexOf("."));

/** Colours are words of their own. */
const values: Readonly<Record<string, readonly string[]>> = { black: [], white: [], ...codes };
/**
 * Values that a language may leave out: whose shape it is, if that is clear, how the kinds of a foul are
 * numbered, and what the English says.
 */
const UNTOLD = ["opponent", "kinds", "text", "count"];

const plurals = [...new Set(Object.keys(en).filter(isPlural).map(base))];
const singles = Object.keys(en).filter((key) => !isPlural(key));

for (const language of LANGUAGES.filter((each) => each !== "en")) {
  describe(language, async () => {
    const file = await files[`../../src/i18n/${language}.ts`]?.();
    const all = Object.entries(file?.default ?? {});
    const texts: Readonly<Record<string, string>> = Object.fromEntries(
      all.filter(([key]) => !isPhrase(key) && !isName(key)),
    );
    const phrases: Readonly<Record<string, string>> = Object.fromEntries(
      all.filter(([key]) => isPhrase(key)),
    );
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

    test("names all of renju's 26 openings, or none", () => {
      const names = all.map(([key]) => key).filter(isName);
      const codes = ["D", "I"].flatMap((kind) =>
        Array.from({ length: 13 }, (_, i) => `renju.${kind}${i + 1}`),
      );
      expect([[], codes]).toContainEqual(names);
    });

    test("words every phrase of the engine, no other, in every plural form", () => {
      const forms = Object.entries(values).flatMap(([code, names]) =>
        names.includes("count") ? categories.map((category) => `${code}.${category}`) : [code],
      );
      const keys = Object.keys(phrases).filter((key) => !key.includes("@"));
      expect(keys.sort()).toEqual(forms.map((form) => `phrase.${form}`).sort());
    });

    test("tells all that a phrase tells, and nothing else", () => {
      for (const [key, text] of Object.entries(phrases)) {
        const code = key.slice("phrase.".length).replace(/@\w+$/, "");
        const names = values[code] ?? values[base(code)];
        expect(names, key).toBeDefined();
        const used = [...text.matchAll(/\{(\w+)(@\w+)?\}/g)].map(([, name = ""]) => name);
        const needed = names?.filter((name) => !UNTOLD.includes(name)) ?? [];
        expect(
          used.filter((name) => !names?.includes(name)),
          key,
        ).toEqual([]);
        expect(
          needed.filter((name) => !used.includes(name)),
          key,
        ).toEqual([]);
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
  expect(plural("play.placeHandicap", 1)).toBe("Place 1 black stone ahead.");
  expect(plural("reason.losesIn", 1)).toBe("Every move loses by force; this one holds for 1 move.");
});

test("what was said goes with its language, and with what it is about", () => {
  const position = signal(0);
  const text = saying(position);
  text.value = "Copied";
  expect(text.value).toBe("Copied");
  chosenLanguage.value = "cs";
  expect(text.value).toBe("");
  chosenLanguage.value = "auto";
  text.value = "Copied";
  position.value = 1;
  expect(text.value).toBe("");
});

test("numbers are written as the language writes them", async () => {
  const written = () => [seconds(1234), percent(0.125), short(1_234_000)];
  expect(written()).toEqual(["1.2 s", "13 %", "1.23M"]);
  chosenLanguage.value = "cs";
  await languageReady;
  expect(written().map((text) => text.replace(/\s/g, " "))).toEqual(["1,2 s", "13 %", "1,23 mil."]);
  chosenLanguage.value = "ja";
  await languageReady;
  expect(written()).toEqual(["1.2 s", "13 %", "123万"]);
  chosenLanguage.value = "auto";
  await languageReady;
});
