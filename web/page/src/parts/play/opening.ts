/** How a game is opened: freely, in the middle as renju asks, by swap2, or with stones ahead for black. */

import { type Color, opposite } from "../../game/position";

/** What the players agree on. */
export const OPENINGS = ["free", "middle", "swap2", "handicap"] as const;
export type Opening = (typeof OPENINGS)[number];

/**
 * Where an opening stands. In swap2 the player who begins as black places `three` stones; the other one
 * `choose`s a colour or places `two` more, after which the first one `choose-again`s.
 */
export const PHASES = ["free", "middle", "handicap", "three", "choose", "two", "choose-again"] as const;
export type Phase = (typeof PHASES)[number];

export type Choice = Color | "two";

export const firstPhase = (opening: Opening): Phase => (opening === "swap2" ? "three" : opening);

/** Lines from the middle within which the next move must lie. */
export const reachOf = (phase: Phase, moves: number): number | undefined =>
  phase === "middle" && moves < 3 ? moves : undefined;

/** Who has to act, as the colour of that player now; undefined if it is the side to move. */
export function actorOf(phase: Phase): Color | undefined {
  if (phase === "three" || phase === "choose-again" || phase === "handicap") return "black";
  if (phase === "choose" || phase === "two") return "white";
  return undefined;
}

export const mustChoose = (phase: Phase): boolean => phase === "choose" || phase === "choose-again";

/** What comes after a stone, with so many on the board and so many stones ahead for black. */
export function afterStone(phase: Phase, stones: number, handicap: number): Phase {
  if (phase === "three" && stones >= 3) return "choose";
  if (phase === "two" && stones >= 5) return "choose-again";
  if (phase === "handicap" && stones >= handicap) return "free";
  return phase;
}

/** What comes after a choice, and whether the players change colours; undefined if it cannot be chosen. */
export function afterChoice(phase: Phase, choice: Choice): { phase: Phase; swaps: boolean } | undefined {
  if (choice === "two") return phase === "choose" ? { phase: "two", swaps: false } : undefined;
  if (!mustChoose(phase)) return undefined;
  return { phase: "free", swaps: actorOf(phase) === opposite(choice) };
}
