/** The game that is reviewed: what is shown, and where one goes from there. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Review, TreeNode } from "../../src/engine";
import { addGames, updateGame } from "../../src/parts/review/library";
import {
  backToGame,
  following,
  moveNumber,
  nextMistake,
  number,
  open,
  reviewedMove,
  showLine,
  toMove,
} from "../../src/parts/review/session";

vi.mock("../../src/engine", async () => {
  const { signal } = await import("@preact/signals");
  return { engineFailure: signal(""), getEngine: () => new Promise(() => {}) };
});
vi.mock("idb-keyval", () => ({
  createStore: () => undefined,
  entries: () => Promise.resolve([]),
  set: () => Promise.resolve(),
  update: () => Promise.resolve(),
}));

const MOVES = ["h8", "i9", "h9", "a1", "h10", "a2"];
const game = { size: 15, moves: MOVES };
const line = (...moves: string[]) => ({ moves });
/** Moves 4 and 6 are mistakes; instead of both h11 was better. */
const move = (name: string, i: number) => ({
  number: i + 1,
  move: name,
  verdict: i === 3 || i === 5 ? "mistake" : null,
  best: line("h11", "h7"),
  refutation: line("o1", "o2"),
});
const node = (i: number): TreeNode[] => {
  const [name] = MOVES.slice(i);
  return name ? [{ move: name, color: "black", kind: "game", next: node(i + 1) }] : [];
};
const review = { game, rule: "freestyle", moves: MOVES.map(move), tree: node(0) } as unknown as Review;

beforeEach(async () => {
  const [stored] = (await addGames([{ name: "x", game }])).kept;
  if (!stored) return;
  updateGame(stored.id, { review });
  open(stored.id);
});

test("from the better line of a mistake the next one is the next, and the way back leads to it", () => {
  nextMistake();
  showLine("better");
  expect([number.peek(), moveNumber.peek()]).toEqual([3, 4]);
  nextMistake();
  expect(number.peek()).toBe(6);
  nextMistake();
  showLine("better");
  backToGame();
  expect([following.peek(), number.peek(), reviewedMove.peek()?.number]).toEqual([undefined, 4, 4]);
});

test("the lines of a mistake are asked for again, one after the other", () => {
  toMove(6);
  for (const kind of ["better", "better", "refutation", "better"] as const) {
    showLine(kind);
    expect([following.peek()?.kind, reviewedMove.peek()?.number]).toEqual([kind, 6]);
  }
});
