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

/** The signal, and what takes the stored value again. */
function stored<T>(name: string, initial: T, read: Read<T>, place: Place): [Signal<T>, () => void] {
  const fromStorage = () => load(name, read, place) ?? initial;
  /** What was read is not written back: another tab may have written more meanwhile. */
  let known = fromStorage();
  const value = signal(known);
  effect(() => {
    const kept = value.value;
    if (kept === known) return;
    known = kept;
    try {
      if (kept === undefined) globalThis[place].removeItem(PREFIX + name);
      else globalThis[place].setItem(PREFIX + name, JSON.stringify(kept));
    } catch {
      // Without storage the value lives as long as the page.
    }
  });
  const take = () => {
    known = fromStorage();
    value.value = known;
  };
  return [value, take];
}

/**
 * A signal whose value outlives the page. `read` turns what was stored, which may be anything,
 * into a value, or undefined to begin with `initial`.
 */
export const persisted = <T>(
  name: string,
  initial: T,
  read: Read<T>,
  place: Place = "localStorage",
): Signal<T> => stored(name, initial, read, place)[0];

/** The same for what grows: takes what other tabs of the page store, so as not to overwrite it. */
export function sharedByTabs<T>(name: string, initial: T, read: Read<T>): Signal<T> {
  const [value, take] = stored(name, initial, read, "localStorage");
  window.addEventListener("storage", ({ key }) => {
    if (key === PREFIX + name) take();
  });
  // A page that was left and is shown again has missed what was stored meanwhile.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) take();
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
