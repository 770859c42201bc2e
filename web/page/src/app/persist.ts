/** Signals that are kept in the browser. */

import { computed, effect, type Signal, signal } from "@preact/signals";

const PREFIX = "dolmen.";

type Read<T> = (stored: unknown) => T | undefined;

/** Kept for ever, or until the tab is closed. */
type Place = "localStorage" | "sessionStorage";

/** What the browser did not keep, by name. */
const unkept = signal<ReadonlySet<string>>(new Set());
/** Whether the browser has kept all that is to outlive the page; if not, it lives as long as the page. */
export const isKeeping = computed(() => unkept.value.size === 0);

function note(name: string, isKept: boolean): void {
  if (unkept.peek().has(name) !== isKept) return;
  const others = [...unkept.peek()].filter((other) => other !== name);
  unkept.value = new Set(isKept ? others : [...others, name]);
}

/** What is stored under a name; undefined if there is nothing, or storage is refused. */
function load<T>(name: string, read: Read<T>, place: Place): T | undefined {
  try {
    const text = globalThis[place].getItem(PREFIX + name);
    return text === null ? undefined : read(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Stores a value, or removes it if it is undefined; false if the browser does not. */
function store(name: string, value: unknown, place: Place): boolean {
  try {
    if (value === undefined) globalThis[place].removeItem(PREFIX + name);
    else globalThis[place].setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
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
    note(name, store(name, kept, place));
    // An older game would come back in its place; of what grows, an older state is better than none.
    if (initial === undefined && unkept.peek().has(name)) store(name, undefined, place);
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
