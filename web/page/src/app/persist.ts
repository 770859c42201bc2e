/** Signals that are kept in the browser. */

import { effect, type Signal, signal } from "@preact/signals";

const PREFIX = "dolmen.";

type Read<T> = (stored: unknown) => T | undefined;

/** Kept for ever, or until the tab is closed. */
type Place = "localStorage" | "sessionStorage";

/** What is stored under a name; undefined if there is nothing, or storage is refused. */
function load<T>(name: string, read: Read<T>, place: Place): T | undefined {
  try {
    const text = globalThis[place].getItem(PREFIX + name);
    return text === null ? undefined : read(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * A signal whose value outlives the page. `read` turns what was stored, which may be anything,
 * into a value, or undefined to begin with `initial`.
 */
export function persisted<T>(
  name: string,
  initial: T,
  read: Read<T>,
  place: Place = "localStorage",
): Signal<T> {
  const value = signal<T>(load(name, read, place) ?? initial);
  effect(() => {
    const kept = value.value;
    try {
      if (kept === undefined) globalThis[place].removeItem(PREFIX + name);
      else globalThis[place].setItem(PREFIX + name, JSON.stringify(kept));
    } catch {
      // Without storage the value lives as long as the page.
    }
  });
  return value;
}

/** The same for what grows: takes what other tabs of the page store, so as not to overwrite it. */
export function sharedByTabs<T>(name: string, initial: T, read: Read<T>): Signal<T> {
  const value = persisted(name, initial, read);
  window.addEventListener("storage", ({ key }) => {
    if (key === PREFIX + name) value.value = load(name, read, "localStorage") ?? initial;
  });
  return value;
}

/** Reads one of a few values. */
export const oneOf =
  <T>(values: readonly T[]) =>
  (stored: unknown): T | undefined =>
    values.find((value) => value === stored);

export const readBoolean = oneOf([true, false]);

/** Reads a whole number of a range. */
export const numberIn =
  (least: number, most: number) =>
  (stored: unknown): number | undefined =>
    Number.isInteger(stored) && (stored as number) >= least && (stored as number) <= most
      ? (stored as number)
      : undefined;
