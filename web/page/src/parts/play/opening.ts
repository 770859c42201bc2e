/** Opening rules: the engine knows them, and tells how an opening stands. Only the handicap is the page's own. */

import type { OpeningPlayer, OpeningRule, OpeningStanding } from "../../engine";

/** What the players agree on; a handicap is stones ahead for black. */
export type Opening = OpeningRule | "handicap";
export type Role = OpeningPlayer;
export type Standing = OpeningStanding;

/** Those that every rule and board has; the engine tells the others. */
export const ALWAYS = ["free", "handicap"] as const;
const OTHERS = [
  "middle",
  "swap",
  "swap2",
  "pro",
  "long-pro",
  "rif",
  "yamaguchi",
  "soosyrv8",
  "taraguchi10",
] as const;
export const OPENINGS: readonly Opening[] = [...ALWAYS, ...OTHERS];

/** Nothing is asked: the game is on. */
export const OVER: Standing = {
  ask: "over",
  player: null,
  colour: null,
  black: "first",
  moves: [],
  offered: [],
  choices: [],
  points: [],
};

/** Whether the engine has to be asked how such an opening stands. */
export const isOfEngine = (opening: Opening): opening is Exclude<Opening, (typeof ALWAYS)[number]> =>
  opening !== "free" && opening !== "handicap";

export const other = (role: Role): Role => (role === "first" ? "second" : "first");

/** `A` for the first fifth move offered; after `Z` comes `AA`. */
export const letterOf = (index: number): string =>
  (index < 26 ? "" : "A") + String.fromCharCode(65 + (index % 26));
