/** Puzzles from the visitor's own games: where a win was missed, or the game given away. */

import { sharedByTabs } from "../../app/persist";
import type { Review, ReviewedMove } from "../../engine";
import { isPuzzle, type Puzzle } from "./puzzles";

/** The oldest go when there are more. */
const MOST = 300;

export const ownPuzzles = sharedByTabs<readonly Puzzle[]>("own-puzzles", [], (stored) =>
  Array.isArray(stored) ? stored.filter(isPuzzle) : undefined,
);

/** The game that a puzzle is from. */
export const gameOf = ({ id }: Puzzle): string => id.slice(0, id.lastIndexOf("-"));

/** Adds the puzzles of a review in place of earlier ones of the same game. */
export function addBlunders(gameId: string, review: Review): void {
  const found = blundersOf(gameId, review);
  removeBlunders([gameId]);
  ownPuzzles.value = [...found, ...ownPuzzles.peek()].slice(0, MOST);
}

export function removeBlunders(gameIds: readonly string[]): void {
  ownPuzzles.value = ownPuzzles.peek().filter((puzzle) => !gameIds.includes(gameOf(puzzle)));
}

/** A puzzle for each missed win and each move that lost a game that was not lost. */
export function blundersOf(gameId: string, review: Review): Puzzle[] {
  return review.moves.flatMap((move) => {
    const puzzle = puzzleOf(review, move);
    return puzzle ? [{ id: `${gameId}-${move.number}`, ...puzzle }] : [];
  });
}

function puzzleOf(review: Review, move: ReviewedMove): Omit<Puzzle, "id"> | undefined {
  const { best, refutation, verdict, number } = move;
  const answer = best?.moves[0];
  if (!best || !answer) return undefined;
  const position = {
    rule: review.rule,
    size: review.game.size,
    moves: review.game.moves.slice(0, number - 1),
    answers: [answer],
  };
  if (verdict === "missed win" && best.win_in !== undefined && best.win_in > 1) {
    return { ...position, kind: "win", level: levelOf(best.win_in), plies: best.win_in, line: best.moves };
  }
  const lost = refutation?.win_in;
  if (verdict === "losing move" && refutation && lost !== undefined && best.loss_in === undefined) {
    return { ...position, kind: "defence", level: levelOf(lost), plies: lost, line: refutation.moves };
  }
  return undefined;
}

const levelOf = (plies: number): number => Math.min(5, 1 + Math.floor(plies / 5));
