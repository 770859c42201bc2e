/** Between the page's positions, with points as numbers, and the engine's, with names. */

import { nameOf, namesOf, type Point, parsePoint } from "../board/points";
import { emptySetup, firstBadMove, type Position } from "../game/position";
import type { Position as EnginePosition, Game } from "./index";

export function toEngine({ setup, moves }: Position): EnginePosition {
  const { rule, size, black, white, blocked, first } = setup;
  return {
    rule,
    size,
    moves: namesOf(moves),
    stones: { black: namesOf(black), white: namesOf(white), dead: namesOf(blocked) },
    first,
  };
}

/** Points of an answer; the engine names only points of the board. */
export const fromNames = (names: readonly string[]): Point[] =>
  names.flatMap((name) => parsePoint(name) ?? []);

export const toNames = (points: readonly Point[]): string[] => points.map(nameOf);

/** The position at the end of a recorded game; undefined if its moves cannot be played. */
export function positionOfGame(game: Game): Position | undefined {
  const position = { setup: emptySetup(game.rule, game.size), moves: fromNames(game.moves) };
  return firstBadMove(position) === 0 ? position : undefined;
}

/** A position as a game to be written; stones given beforehand and blocked points have no place in it. */
export const gameOfPosition = ({ setup, moves }: Position): Game => ({
  rule: setup.rule,
  size: setup.size,
  moves: toNames(moves),
});
