/** The puzzles that are offered, and the visitor's choice among them. */

import { computed, signal } from "@preact/signals";
import { oneOf, persisted } from "../../app/persist";
import { RULES, type Rule } from "../../game/position";
import { ownPuzzles } from "./own";
import { isSolved } from "./progress";
import { type Choice, choose, KINDS, type Kind, LEVELS, type Puzzle, shippedPuzzles } from "./puzzles";

export const SOURCES = ["shipped", "own"] as const;
export const STATES = ["all", "open", "solved"] as const;

export const source = persisted<(typeof SOURCES)[number]>("puzzle-source", "shipped", oneOf(SOURCES));
export const kind = persisted<Kind | "all">("puzzle-kind", "all", oneOf(["all", ...KINDS]));
export const level = persisted<number | "all">("puzzle-level", "all", oneOf(["all", ...LEVELS]));
export const rule = persisted<Rule | "all">("puzzle-rule", "all", oneOf(["all", ...RULES]));
export const shownState = persisted<Choice["state"]>("puzzle-state", "all", oneOf(STATES));

const shipped = signal<readonly Puzzle[]>([]);
export const isLoaded = computed(() => shipped.value.length > 0);
/** Why the collection could not be loaded. */
export const loadProblem = signal("");

export async function loadCollection(): Promise<void> {
  try {
    shipped.value = await shippedPuzzles();
    loadProblem.value = "";
  } catch (error) {
    loadProblem.value = String(error);
  }
}

export const all = computed(() => (source.value === "own" ? ownPuzzles.value : shipped.value));
/** Kinds that the source has. */
export const kinds = computed(() => KINDS.filter((key) => all.value.some((puzzle) => puzzle.kind === key)));

const chosenKind = computed(() =>
  kind.value !== "all" && kinds.value.includes(kind.value) ? kind.value : "all",
);

/** What fits the choice, solved or not. */
const fitting = computed(() =>
  choose(all.value, { kind: chosenKind.value, level: level.value, rule: rule.value, state: "all" }, isSolved),
);
export const shown = computed(() =>
  choose(fitting.value, { kind: "all", level: "all", rule: "all", state: shownState.value }, isSolved),
);
export const solvedCount = computed(() => fitting.value.filter((puzzle) => isSolved(puzzle.id)).length);
export const fittingCount = computed(() => fitting.value.length);
export const shownKind = chosenKind;

/** The number that a puzzle is known by, from 1. */
export const numberOf = (puzzle: Puzzle): number => all.value.indexOf(puzzle) + 1;

export function findPuzzle(id: string): Puzzle | undefined {
  return [...shipped.value, ...ownPuzzles.value].find((puzzle) => puzzle.id === id);
}

/** The next puzzle of the choice that is not solved; any other one if all are. */
export function nextAfter(id: string | undefined): Puzzle | undefined {
  const list = fitting.value;
  const from = list.findIndex((puzzle) => puzzle.id === id) + 1;
  const order = [...list.slice(from), ...list.slice(0, from)].filter((puzzle) => puzzle.id !== id);
  return order.find((puzzle) => !isSolved(puzzle.id)) ?? order[0];
}
