/** Reviews that run one after another, with an engine whose answers the test gives. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Game } from "../../src/engine";
import { addBlunders } from "../../src/parts/learn/own";
import { addGames, games, removeGame, updateGame } from "../../src/parts/review/library";
import { problem, review, reviewAnew, running, waiting } from "../../src/parts/review/running";

interface Asked {
  readonly game: Game;
  readonly resolve: (review: object) => void;
}

const asked: Asked[] = [];
const open = { count: 0 };
const engine = {
  close: () => {
    open.count--;
  },
  review: (game: Game, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      asked.push({ game, resolve });
    }),
};
vi.mock("../../src/engine", () => ({
  startBackground: () => {
    open.count++;
    return Promise.resolve(engine);
  },
}));
vi.mock("../../src/parts/learn/own", () => ({ addBlunders: vi.fn() }));
vi.mock("idb-keyval", () => ({
  createStore: () => undefined,
  del: () => Promise.resolve(),
  entries: () => Promise.resolve([]),
  set: () => Promise.resolve(),
}));

const GAME: Game = { rule: "freestyle", size: 15, moves: ["h8"] };
const found = ({ rule }: Game) => ({ rule, game: GAME, moves: [] });
const add = (count = 1) => addGames(Array(count).fill({ name: "x", game: GAME })).map(({ id }) => id);

/** Answers the last review that was begun. */
async function answer(): Promise<void> {
  const last = asked.at(-1);
  last?.resolve(found(last.game));
  await expect.poll(() => running.peek()).toBeUndefined();
}

beforeEach(() => {
  asked.length = 0;
  games.value = [];
});

test("a game whose rule changes while it is reviewed is reviewed under the new one", async () => {
  const [id = ""] = add();
  review([id]);
  await expect.poll(() => asked.length).toBe(1);
  updateGame(id, { game: { ...GAME, rule: "renju" } });
  reviewAnew(id);
  await expect.poll(() => asked.length).toBe(2);
  await answer();
  expect(games.peek()[0]?.review?.rule).toBe("renju");
  expect([problem.peek(), waiting.peek()]).toEqual(["", []]);
});

test("reviews have an engine of their own, until the last one ends", async () => {
  review(add(2));
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.resolve(found(GAME));
  await expect.poll(() => asked.length).toBe(2);
  expect(open.count).toBe(1);
  await answer();
  expect(open.count).toBe(0);
});

test("a game that is removed while it is reviewed leaves no puzzles", async () => {
  const [id = ""] = add();
  review([id]);
  await expect.poll(() => asked.length).toBe(1);
  removeGame(id);
  vi.mocked(addBlunders).mockClear();
  await answer();
  expect([games.peek(), vi.mocked(addBlunders).mock.calls]).toEqual([[], []]);
});
