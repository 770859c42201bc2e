/** How the engine analyses; kept in the browser. */

import { computed, signal } from "@preact/signals";
import { numberIn, oneOf, persisted, readBoolean } from "../../app/persist";

export const MOST_LINES = 12;
/** Milliseconds for each position; 0 is without a limit. */
export const TIMES = [0, 1000, 5000, 20_000, 60_000] as const;
/** MiB of the transposition table. */
export const MEMORY = [16, 32, 64, 128, 256, 512, 1024] as const;

const chosenLines = persisted("lines", 3, numberIn(1, MOST_LINES));
/** What the address asks for, until another number is chosen. */
export const askedLines = signal<number | undefined>(undefined);
export const lines = computed(() => Math.min(askedLines.value ?? chosenLines.value, MOST_LINES));

export function chooseLines(count: number): void {
  askedLines.value = undefined;
  chosenLines.value = count;
}

export const time = persisted<number>("time", 0, oneOf(TIMES));
export const memory = persisted<number>("memory", 64, oneOf(MEMORY));
export const threads = persisted("threads", 1, numberIn(1, 1024));
/** Go on with the next position when the position changes. */
export const ponder = persisted("ponder", true, readBoolean);
/** Marks of the engine on the board. */
export const showMarks = persisted("marks", true, readBoolean);
export const showForbidden = persisted("forbidden", true, readBoolean);
