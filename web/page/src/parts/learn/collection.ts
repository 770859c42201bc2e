/** The puzzles that are offered, and the visitor's choice among them. */

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { oneOf, persisted } from "../../app/persist";
import { navigate } from "../../app/route";
import { RULES, type Rule } from "../../game/position";
import { ownPuzzles } from "./own";
import { isSolved } from "./progress";
import { type Choice, choose, KINDS, type Kind, LEVELS, type Puzzle, shippedPuzzles } from "./puzzles";

export const SOURCES = ["shipped", "own"] as const;
export const STATES = ["all", "open", "solved"] as const;

type Source = (typeof SOURCES)[number];

const chosenSource = persisted<Source>("puzzle-source", "shipped", oneOf(SOURCES));
/** Whether an address asks for the visitor's own puzzles, whatever was chosen. */
export const isOwnAsked = signal(false);
export const source: ReadonlySignal<Source> = computed(() => (isOwnAsked.value ? "own" : chosenSource.value));
export function chooseSource(next: Source): void {
  chosenSource.value = next;
  // The address would ask again when the page is reloaded.
  if (isOwnAsked.peek()) navigate("learn");
  isOwnAsked.value = false;
}
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

/** The puzzles that one is from, whatever source is chosen. */
const homeOf = (id: string | undefined): readonly Puzzle[] =>
  [shipped.value, ownPuzzles.value].find((list) => list.some((puzzle) => puzzle.id === id)) ?? [];

export const findPuzzle = (id: string): Puzzle | undefined => homeOf(id).find((puzzle) => puzzle.id === id);

/** The number that a puzzle is known by, from 1. */
export const numberOf = (puzzle: Puzzle): number => homeOf(puzzle.id).indexOf(puzzle) + 1;

/**
 * The next unsolved puzzle of the choice, else any other of it, else one of the list that this puzzle is
 * from.
 */
export const nextAfter = (id: string | undefined): Puzzle | undefined =>
  nextIn(fitting.value, id) ?? nextIn(homeOf(id), id);

function nextIn(list: readonly Puzzle[], id: string | undefined): Puzzle | undefined {
  const from = list.findIndex((puzzle) => puzzle.id === id) + 1;
  const order = [...list.slice(from), ...list.slice(0, from)].filter((puzzle) => puzzle.id !== id);
  return order.find((puzzle) => !isSolved(puzzle.id)) ?? order[0];
}
