/** Puzzles: what they are, the shipped ones, and which of them to show. */

import { RULES, type Rule } from "../../game/position";

export const KINDS = ["fours", "threes", "defence", "win"] as const;
/** `win`: by force, of whatever kind. */
export type Kind = (typeof KINDS)[number];
export const LEVELS = [1, 2, 3, 4, 5] as const;

export interface Puzzle {
  readonly id: string;
  readonly rule: Rule;
  readonly size: number;
  readonly kind: Kind;
  /** 1 to 5. */
  readonly level: number;
  /** Plies of the proved win; of a defence those of the threat. */
  readonly plies: number;
  readonly moves: readonly string[];
  /** First moves known to solve it, the best first. */
  readonly answers: readonly string[];
  /** The win, or what is threatened. */
  readonly line: readonly string[];
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** Whether something that was stored is a puzzle. */
export function isPuzzle(stored: unknown): stored is Puzzle {
  const puzzle = stored as Partial<Puzzle> | null;
  return (
    typeof puzzle === "object" &&
    puzzle !== null &&
    isText(puzzle.id) &&
    RULES.includes(puzzle.rule as Rule) &&
    KINDS.includes(puzzle.kind as Kind) &&
    [puzzle.size, puzzle.level, puzzle.plies].every(Number.isInteger) &&
    [puzzle.moves, puzzle.answers, puzzle.line].every(isTexts)
  );
}

/** A line of the file: the lists as text. */
interface Written {
  id: string;
  rule: string;
  size: number;
  kind: string;
  level: number;
  plies: number;
  moves: string;
  answers: string;
  line: string;
}

const points = (text: string): string[] => text.match(/[a-v]\d+/g) ?? [];

export const readPuzzles = (written: readonly Written[]): Puzzle[] =>
  written.map(({ id, rule, size, kind, level, plies, moves, answers, line }) => ({
    id,
    rule: rule as Rule,
    size,
    kind: kind as Kind,
    level,
    plies,
    moves: points(moves),
    answers: points(answers),
    line: points(line),
  }));

let shipped: Promise<readonly Puzzle[]> | undefined;

/** The collection; loaded when first asked for. */
export function shippedPuzzles(): Promise<readonly Puzzle[]> {
  shipped ??= import("./puzzles.json")
    .then((file) => readPuzzles(file.default))
    .catch((error) => {
      // The next one who asks may have a network again.
      shipped = undefined;
      throw error;
    });
  return shipped;
}

export interface Choice {
  readonly kind: Kind | "all";
  readonly level: number | "all";
  readonly rule: Rule | "all";
  readonly state: "all" | "open" | "solved";
}

/** The puzzles that fit a choice. */
export function choose(
  puzzles: readonly Puzzle[],
  choice: Choice,
  isSolved: (id: string) => boolean,
): Puzzle[] {
  const fits = <T>(wanted: T | "all", value: T) => wanted === "all" || wanted === value;
  return puzzles.filter(
    (puzzle) =>
      fits(choice.kind, puzzle.kind) &&
      fits(choice.level, puzzle.level) &&
      fits(choice.rule, puzzle.rule) &&
      (choice.state === "all" || isSolved(puzzle.id) === (choice.state === "solved")),
  );
}
