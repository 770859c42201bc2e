/** The address of the page: `#/PART/MORE/SEGMENTS`. */

import { signal } from "@preact/signals";

export const PARTS = ["analyse", "play", "review", "learn"] as const;
export type Part = (typeof PARTS)[number];

export interface Route {
  readonly part: Part;
  /** What follows the part; its meaning is up to the part. */
  readonly rest: readonly string[];
}

const isPart = (text: string | undefined): text is Part => PARTS.includes(text as Part);

/** Without a part, as in addresses of other pages that end with moves, it is a position to analyse. */
export function parseHash(hash: string): Route {
  const segments = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decodeSegment);
  const [first, ...rest] = segments;
  return isPart(first) ? { part: first, rest } : { part: "analyse", rest: segments };
}

/** What the address in a text says of a position; nothing if there is none. */
export function segmentsIn(text: string): readonly string[] {
  const { part, rest } = parseHash(/#.*/.exec(text)?.[0] ?? "");
  // What is learned about the position.
  const isLesson = part === "learn" && (rest[0] === "explain" || rest[0] === "proof");
  return isLesson ? rest.slice(1) : rest;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const hashOf = (part: Part, rest: readonly string[] = []): string =>
  `#/${[part, ...rest.map(encodeURI)].join("/")}`;

export const route = signal<Route>(parseHash(location.hash));

/** The address that the route was read from; another one is gone to while its event is on its way. */
let known = location.hash;

window.addEventListener("hashchange", () => {
  known = location.hash;
  route.value = parseHash(known);
});

let later: ReturnType<typeof setTimeout> | undefined;

/** Goes to another part, which can be undone by the browser's back button. */
export function navigate(part: Part, rest: readonly string[] = []): void {
  location.hash = hashOf(part, rest);
}

/**
 * Keeps the address true without a new entry in the history and without telling the parts.
 * Does nothing for a part that is not shown or is being left. A browser that has had too many of them
 * (Safari: 100 in 30 s) gets the last one later.
 */
export function replaceHash(part: Part, rest: readonly string[]): void {
  clearTimeout(later);
  if (route.peek().part !== part || location.hash !== known) return;
  try {
    history.replaceState(history.state, "", hashOf(part, rest));
  } catch {
    later = setTimeout(() => replaceHash(part, rest), 1000);
    return;
  }
  known = location.hash;
}
