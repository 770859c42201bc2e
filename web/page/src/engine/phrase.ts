/** What the engine says, in the language of the page. */

import { EngineError } from "dolmen-engine/types";
import { listed, template } from "../i18n";
import type { Phrase, PhraseValue, Said } from "./index";

/** Reviews that earlier versions kept hold plain English. */
type Told = Said | string;

/** The language of the page, or English where it has no template. */
export const inWords = (told: Told): string =>
  typeof told === "string" ? told.trim() : (worded(told.phrase)?.trim() ?? told.text);

/** The same, beginning with a capital unless that is a point. */
export function sentence(told: Told): string {
  const text = inWords(told);
  return isWorded(told) && !/^[a-v]\d/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** For the attribute `lang` of what {@link inWords} returns. */
export const langOf = (told: Told): "en" | undefined => (isWorded(told) ? undefined : "en");

const isWorded = (told: Told): told is Said => typeof told !== "string" && worded(told.phrase) !== undefined;

/** Why something failed. */
export function reasonInWords(error: unknown): string {
  if (error instanceof EngineError && error.phrase) {
    return sentence({ text: error.message, phrase: error.phrase });
  }
  return error instanceof Error ? error.message : String(error);
}

/** Undefined if the language lacks a template for it, or for a part of it. */
function worded({ code, values = {} }: Phrase, form = ""): string | undefined {
  const text = template(code, values.count, form);
  if (text === undefined) return undefined;
  let isComplete = true;
  const filled = text.replace(/\{(\w+)(@\w+)?\}/g, (whole, name, form) => {
    const value = values[name];
    const words = value === undefined ? whole : wordsOf(value, form);
    if (words === undefined) isComplete = false;
    return words ?? "";
  });
  return isComplete ? filled : undefined;
}

function wordsOf(value: PhraseValue, form?: string): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value === "string")
    return value === "black" || value === "white" ? worded({ code: value }, form) : value;
  if (!Array.isArray(value)) return worded(value, form);
  if (value.length === 0) return "–";
  const items = value.map((item) => (typeof item === "string" ? item : worded(item, form)));
  if (!items.every((item) => item !== undefined)) return undefined;
  return listed(items, typeof value[0] === "string" ? "disjunction" : "conjunction");
}
