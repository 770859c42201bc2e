/** What the engine found for each position of the tree: the data of the win-rate graph. */

import { signal } from "@preact/signals";
import type { Answer, Line } from "../../engine";

export interface Evaluation {
  /** Black's winning chance, 0 to 1. */
  readonly black: number;
  readonly depth: number;
}

/** By node of the tree. */
export const evaluations = signal<ReadonlyMap<number, Evaluation>>(new Map());

export const blackChance = (line: Line, toMove: Answer["to_move"]): number =>
  toMove === "black" ? line.win_rate : 1 - line.win_rate;

/** Keeps the deepest evaluation of a position. */
export function keepEvaluation(node: number, answer: Answer): void {
  const best = answer.lines[0];
  const known = evaluations.peek().get(node);
  if (!best || (known && known.depth > best.depth)) return;
  const black = blackChance(best, answer.to_move);
  evaluations.value = new Map(evaluations.peek()).set(node, { black, depth: best.depth });
}

export function clearEvaluations(): void {
  evaluations.value = new Map();
}
