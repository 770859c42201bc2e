/** A position: what a game starts from, and the moves played. */

import { RULES as CODES, type Rule } from "dolmen-engine/types";
import { columnOf, isOnBoard, type Point, rowOf } from "../board/points";

export type { Rule };
export const RULES = Object.keys(CODES) as Rule[];

export type Color = "black" | "white";
export const opposite = (color: Color): Color => (color === "black" ? "white" : "black");

/** What a game starts from. */
export interface Setup {
  readonly rule: Rule;
  /** Lines of the board, 5 to 22. */
  readonly size: number;
  /** Stones on the board before the first move. */
  readonly black: readonly Point[];
  readonly white: readonly Point[];
  /** Points where nobody may play. */
  readonly blocked: readonly Point[];
  /** Who plays the first move. */
  readonly first: Color;
}

export interface Position {
  readonly setup: Setup;
  /** Moves of both sides in turn. */
  readonly moves: readonly Point[];
}

/** An empty board. */
export const emptySetup = (rule: Rule = "freestyle", size = 15): Setup => ({
  rule,
  size,
  black: [],
  white: [],
  blocked: [],
  first: "black",
});

/** Whether a game starts from an empty board, with black. */
export const isBare = ({ black, white, blocked, first }: Setup): boolean =>
  black.length + white.length + blocked.length === 0 && first === "black";

/** The side that plays the move with this index, from 0. */
export const colorOfMove = (setup: Setup, index: number): Color =>
  index % 2 === 0 ? setup.first : opposite(setup.first);

export const sideToMove = ({ setup, moves }: Position): Color => colorOfMove(setup, moves.length);

/** The colour of the stone on each occupied point. */
export function stonesOf({ setup, moves }: Position): Map<Point, Color> {
  const stones = new Map<Point, Color>();
  for (const p of setup.black) stones.set(p, "black");
  for (const p of setup.white) stones.set(p, "white");
  moves.forEach((p, i) => {
    stones.set(p, colorOfMove(setup, i));
  });
  return stones;
}

/** The first move that leaves the board or lands on a taken point, from 1; 0 if there is none. */
export function firstBadMove({ setup, moves }: Position): number {
  const taken = new Set<Point>([...setup.black, ...setup.white, ...setup.blocked]);
  for (const [i, p] of moves.entries()) {
    if (!isOnBoard(columnOf(p), rowOf(p), setup.size) || taken.has(p)) return i + 1;
    taken.add(p);
  }
  return 0;
}
