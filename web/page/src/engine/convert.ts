/** Between the page's positions, with points as numbers, and the engine's, with names. */

import { nameOf, namesOf, type Point, parsePoint } from "../board/points";
import { emptySetup, firstBadMove, isBare, type Position } from "../game/position";
import { t } from "../i18n";
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

/** A position as a recorded game. Throws, with a reason for people, if it starts from anything but an empty board. */
export function gameOfPosition({ setup, moves }: Position): Game & { moves: string[] } {
  if (!isBare(setup)) throw new Error(t("analyse.notBare"));
  return { rule: setup.rule, size: setup.size, moves: toNames(moves) };
}
