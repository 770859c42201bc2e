/** Texts of the page in the visitor's language. English is built in, the others load when chosen. */

import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { oneOf, persisted } from "../app/persist";
import { en } from "./en";
import { LANGUAGES, type Language, languageFor } from "./languages";

export type TextKey = keyof typeof en;
export type Texts = Readonly<Record<TextKey, string>>;
/** Keys of texts with a number, without the plural category: `x` for `x.one`, `x.other`. */
export type PluralKey = TextKey extends infer Key
  ? Key extends `${infer Base}.other`
    ? Base
    : never
  : never;
/**
 * What the engine says: a template for each code, `phrase.CODE`, with plural categories where it has a
 * `count`. `phrase.CODE@FORM` is another form of it, which a template asks for by `{value@FORM}`.
 */
export type Phrases = Readonly<Record<`phrase.${string}`, string>>;
/** Names of renju's openings, `renju.D4`, in languages that write them otherwise than the engine. */
export type Names = Readonly<Record<`renju.${string}`, string>>;
/** A language: texts under the keys of English, and more plural categories where it has them. */
export type Translation = Phrases &
  Names &
  Readonly<Partial<Record<TextKey | `${PluralKey}.${"zero" | "two" | "few" | "many"}`, string>>>;

type Loader = () => Promise<{ default: Translation }>;
const LOADERS: Record<Exclude<Language, "en">, Loader> = {
  ko: () => import("./ko"),
  "zh-CN": () => import("./zh-CN"),
  "zh-TW": () => import("./zh-TW"),
  ja: () => import("./ja"),
  ru: () => import("./ru"),
  vi: () => import("./vi"),
  cs: () => import("./cs"),
};

/** What the visitor chose; `auto` follows the browser. */
export const chosenLanguage = persisted<Language | "auto">("language", "auto", oneOf(["auto", ...LANGUAGES]));
export const language = computed<Language>(() =>
  chosenLanguage.value === "auto" ? languageFor(globalThis.navigator?.languages ?? []) : chosenLanguage.value,
);

interface Words {
  readonly language: Language;
  readonly texts: Readonly<Record<string, string>>;
}

const words = signal<Words>({ language: "en", texts: en });

async function load(wanted: Language): Promise<void> {
  const more = wanted === "en" ? {} : (await LOADERS[wanted]()).default;
  if (language.peek() !== wanted) return;
  words.value = { language: wanted, texts: { ...en, ...more } };
  document.documentElement.lang = wanted;
}

/** Why the language could not be loaded: the page stays in the one that it has. Empty if it is loaded. */
export const languageFailure = signal("");
/** Fulfilled when the texts are there, or cannot be loaded. */
export let languageReady: Promise<void> = Promise.resolve();
const loadLanguage = (): void => {
  languageReady = load(language.value).then(
    () => {
      languageFailure.value = "";
    },
    (error: Error) => {
      languageFailure.value = error.message;
    },
  );
};
effect(loadLanguage);
globalThis.addEventListener?.("online", () => {
  if (languageFailure.peek()) loadLanguage();
});

/** The text of a key, with `{name}` replaced by the value of that name. */
export const t = (key: TextKey, values: Values = {}): string =>
  fill(words.value.texts[key] ?? en[key], values);

/** The text for a number, in the plural form that the language wants; `{count}` is the number. */
export function plural(key: PluralKey, count: number, values: Values = {}): string {
  const { language, texts } = words.value;
  const category = new Intl.PluralRules(language).select(count);
  const text = texts[`${key}.${category}`] ?? texts[`${key}.other`] ?? en[`${key}.other`];
  return fill(text, { count, ...values });
}

/**
 * The template of a code of the engine, in a form of the language. Undefined for codes that the language
 * does not know, and for all in English: the engine sends its English with them.
 */
export function template(code: string, count: unknown, form = ""): string | undefined {
  const { language, texts } = words.value;
  const key = `phrase.${code}`;
  if (typeof count !== "number") return texts[key + form] ?? texts[key];
  return texts[`${key}.${new Intl.PluralRules(language).select(count)}`] ?? texts[`${key}.other`];
}

/** The name of an opening of renju by its code; undefined in languages that have none of their own. */
export const nameIn = (code: string): string | undefined => words.value.texts[`renju.${code}`];

/** `a, b and c`, or `a, b or c`. */
export function listed(items: readonly string[], type: "conjunction" | "disjunction"): string {
  const { language } = words.value;
  // As the engine lists.
  return new Intl.ListFormat(language === "en" ? "en-GB" : language, { type }).format(items);
}

/** A format of numbers in the language. Formats are slow to make: one is made for many numbers. */
export const numerals = (options: Intl.NumberFormatOptions): ReadonlySignal<Intl.NumberFormat> =>
  computed(() => new Intl.NumberFormat(words.value.language, options));

/**
 * A message to the visitor, empty if there is none. It is cleared when the language changes, or one of
 * these signals.
 */
export function saying(...about: readonly ReadonlySignal<unknown>[]): Signal<string> {
  const text = signal("");
  effect(() => {
    for (const each of [language, ...about]) void each.value;
    text.value = "";
  });
  return text;
}

export type Values = Readonly<Record<string, string | number>>;

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
