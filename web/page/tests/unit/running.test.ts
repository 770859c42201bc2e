/** Reviews that run one after another, with an engine whose answers the test gives. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Game } from "../../src/engine";
import { addBlunders, removeBlunders } from "../../src/parts/learn/own";
import { reviewGame } from "../../src/parts/play/handOver";
import { finish, newSession, place, resign } from "../../src/parts/play/session";
import { addGames, games, isKeeping, removeGames, updateGame } from "../../src/parts/review/library";
import { cancel, failureOf, review, reviewAnew, running, waiting } from "../../src/parts/review/running";

interface Asked {
  readonly game: Game;
  readonly resolve: (review: object) => void;
  readonly reject: (error: Error) => void;
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
      asked.push({ game, resolve, reject });
    }),
};
const startBackground = vi.hoisted(() => vi.fn());
startBackground.mockImplementation(() => {
  open.count++;
  return Promise.resolve(engine);
});
vi.mock("../../src/engine", () => ({ startBackground }));
vi.mock("../../src/parts/learn/own", () => ({ addBlunders: vi.fn(), removeBlunders: vi.fn() }));
vi.mock("idb-keyval", () => ({
  createStore: () => undefined,
  delMany: async (ids: string[]) => {
    for (const id of ids) database.kept.delete(id);
  },
  entries: async () => [...database.kept],
  set: async (id: string, game: object) => {
    if (database.isFull) throw new Error("full");
    database.kept.set(id, game);
  },
  update: async (id: string, updated: (before: object | undefined) => object) => {
    database.kept.set(id, updated(database.kept.get(id)));
  },
}));
const database = vi.hoisted(() => ({ isFull: false, kept: new Map<string, object>() }));

const GAME: Game = { rule: "freestyle", size: 15, moves: ["h8"] };
const moved = (move: string): Game => ({ ...GAME, moves: [move] });
const found = ({ rule }: Game) => ({ rule, game: GAME, moves: [] });
/** Adds that many games, all different. */
async function add(count = 1): Promise<string[]> {
  const some = Array.from({ length: count }, (_, i) => ({
    name: "x",
    game: { ...GAME, moves: [`h${i + 1}`] },
  }));
  return (await addGames(some)).kept.map(({ id }) => id);
}

/** Answers the last review that was begun. */
async function answer(): Promise<void> {
  const last = asked.at(-1);
  last?.resolve(found(last.game));
  await expect.poll(() => running.peek()).toBeUndefined();
}

beforeEach(() => {
  asked.length = 0;
  games.value = [];
  database.kept.clear();
});

test("a game whose rule changes while it is reviewed is reviewed under the new one", async () => {
  const [id = ""] = await add();
  review([id]);
  await expect.poll(() => asked.length).toBe(1);
  updateGame(id, { game: { ...GAME, rule: "renju" } });
  reviewAnew(id);
  await expect.poll(() => asked.length).toBe(2);
  await answer();
  expect(games.peek()[0]?.review?.rule).toBe("renju");
  expect([failureOf(id), waiting.peek()]).toEqual([undefined, []]);
});

test("reviews have an engine of their own, until the last one ends", async () => {
  review(await add(2));
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.resolve(found(GAME));
  await expect.poll(() => asked.length).toBe(2);
  expect(open.count).toBe(1);
  await answer();
  expect(open.count).toBe(0);
});

test("the review of a game that is removed ends, and leaves no puzzles", async () => {
  const [id = ""] = await add();
  review([id]);
  await expect.poll(() => asked.length).toBe(1);
  vi.mocked(addBlunders).mockClear();
  removeGames([id]);
  await expect.poll(() => running.peek()).toBeUndefined();
  expect([failureOf(id), open.count]).toEqual([undefined, 0]);
  expect([games.peek(), vi.mocked(addBlunders).mock.calls]).toEqual([[], []]);
  expect(vi.mocked(removeBlunders).mock.lastCall).toEqual([[id]]);
});

test("games that are removed while one of them is reviewed are waited for no more", async () => {
  const ids = await add(3);
  review(ids);
  await expect.poll(() => asked.length).toBe(1);
  startBackground.mockClear();
  removeGames(ids);
  expect(waiting.peek()).toEqual([]);
  await expect.poll(() => running.peek()).toBeUndefined();
  expect([asked.length, startBackground.mock.calls.length, open.count]).toEqual([1, 0, 0]);
});

test("a game that another tab removes while it is reviewed does not come back", async () => {
  const [told = "", untold = ""] = await add(2);
  review([told, untold]);
  await expect.poll(() => asked.length).toBe(1);
  const tab = new BroadcastChannel("dolmen-games");
  tab.postMessage([told]);
  await expect.poll(() => games.peek().map(({ id }) => id)).toEqual([untold]);
  tab.close();
  vi.mocked(addBlunders).mockClear();
  database.kept.clear();
  asked[0]?.resolve(found(GAME));
  await expect.poll(() => asked.length).toBe(2);
  expect(vi.mocked(addBlunders).mock.calls).toEqual([]);
  await answer();
  expect([database.kept.size, isKeeping.peek()]).toEqual([0, true]);
});

test("why a game was not reviewed is kept with the game, until it is reviewed again", async () => {
  const [bad = "", good = ""] = await add(2);
  review([bad, good]);
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.reject(new Error("move 10 comes after the end"));
  await expect.poll(() => asked.length).toBe(2);
  await answer();
  const reason = "That did not work: move 10 comes after the end";
  expect([failureOf(bad), failureOf(good)]).toEqual([reason, undefined]);
  review([bad]);
  expect(failureOf(bad)).toBeUndefined();
  await expect.poll(() => asked.length).toBe(3);
  cancel();
  await expect.poll(() => failureOf(bad)).toBe("The review was cancelled.");
});

test("a game that is read again is kept once, and the most that are added at once are new ones", async () => {
  const some = [1, 2, 3].map((i) => ({ name: "x", game: { ...GAME, moves: [`a${i}`] } }));
  const first = await addGames(some, 2);
  expect([first.kept.length, first.added]).toEqual([2, 2]);
  const second = await addGames(structuredClone(some), 2);
  expect([second.kept.length, second.added]).toEqual([3, 1]);
  expect(second.kept.slice(0, 2)).toEqual(first.kept);
  expect(games.peek().map(({ game }) => game.moves[0])).toEqual(["a3", "a1", "a2"]);
});

test("games that are added in the same millisecond have ids of their own", async () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(5);
  const added = await Promise.all(["a1", "b1"].map((move) => addGames([{ name: "x", game: moved(move) }])));
  now.mockRestore();
  const ids = added.flatMap(({ kept }) => kept.map(({ id }) => id));
  expect([new Set(ids).size, database.kept.size]).toEqual([2, 2]);
});

test("a game that a file repeats counts once, also for what is kept already and what is too much", async () => {
  const game = (move: string) => ({ name: move, game: moved(move) });
  const first = await addGames([game("a1"), game("a1"), game("b1")], 2);
  expect([first.kept.map(({ name }) => name), first.added, first.all]).toEqual([["a1", "b1"], 2, 2]);
  const second = await addGames([game("a1"), game("c1"), game("c1"), game("d1")], 1);
  expect([second.kept.map(({ name }) => name), second.added, second.all]).toEqual([["a1", "c1"], 1, 3]);
});

test("a game that was kept without details is the same when it is read again", async () => {
  await addGames([{ name: "x", game: moved("a1") }]);
  await addGames([{ name: "x", game: { ...moved("a1"), details: [], row_one_on_top: true } }]);
  expect(games.peek().length).toBe(1);
});

test("a browser that keeps no game is noticed", async () => {
  await add();
  await new Promise((resolve) => setTimeout(resolve));
  expect(isKeeping.peek()).toBe(true);
  database.isFull = true;
  await add(2);
  await expect.poll(() => isKeeping.peek()).toBe(false);
});

test("a game that was played is handed over for review once", async () => {
  const setup = {
    rule: "freestyle",
    size: 15,
    time: undefined,
    opening: "free",
    handicap: 0,
    seed: 0,
  } as const;
  const start = newSession({ ...setup, players: { first: "human", second: 5 } });
  const game = resign(place(place(start, 0, 0), 1, 5));
  await reviewGame(game);
  await expect.poll(() => asked.length).toBe(1);
  await answer();
  // The same game, fetched again.
  await reviewGame(structuredClone(game));
  expect([games.peek().length, asked.length, running.peek()]).toEqual([1, 1, undefined]);
  await reviewGame(resign(place(game, 2, 9)));
  expect(games.peek().length).toBe(2);
  await answer();
  await reviewGame(finish(game, { kind: "board", outcome: "draw" }));
  await answer();
  expect(games.peek()[0]?.game.result).toBe("draw");
});
