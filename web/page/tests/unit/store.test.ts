/** The game that is played, and what is kept of it. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announcement } from "../../src/app/announce";
import { parsePoint } from "../../src/board/points";
import { isEngineLoading } from "../../src/engine";
import type { GameSetup } from "../../src/parts/play/session";
import {
  askForHint,
  begin,
  isBeginning,
  isHinting,
  leaveGame,
  message,
  playAt,
  resign,
  run,
  session,
  tick,
  waiting,
} from "../../src/parts/play/store";

vi.stubGlobal("document", new EventTarget());
vi.mock("../../src/parts/play/sound", () => ({ stoneSound: () => {} }));
vi.mock("../../src/engine", async () => {
  const { signal } = await import("@preact/signals");
  const forbidden = [{ point: "h9", kind: "33" }];
  const rules = () => ruled.promise.then(() => ({ outcome: "open", to_move: "black", forbidden }));
  const hint = (_: object, options?: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      const signal = options?.signal;
      signal?.throwIfAborted();
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  const opening = () =>
    Promise.resolve({ ask: "stone", moves: [], choices: [], points: ["h8"], offered: [] });
  return {
    engineFailure: signal(""),
    isEngineLoading: signal(false),
    getEngine: () => loaded.promise.then(() => ({ rules, hint, opening })),
  };
});

/** The engine is there when this is fulfilled. */
const loaded = vi.hoisted(() => ({ promise: Promise.resolve() }));
/** The referee answers when this is fulfilled. */
const ruled = vi.hoisted(() => ({ promise: Promise.resolve() }));

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
  removeItem: (key: string) => kept.delete(key),
});

const SETUP: GameSetup = {
  rule: "freestyle",
  size: 15,
  players: { first: "human", second: "human" },
  time: { base: 300_000, increment: 0 },
  opening: "free",
  handicap: 0,
  seed: 1,
};

let leave = () => {};
beforeEach(async () => {
  leave = run();
  begin(SETUP);
  await expect.poll(() => session.peek()).toBeDefined();
  playAt(parsePoint("h8") ?? 0);
  await expect.poll(() => session.peek()?.moves.length).toBe(1);
});

afterEach(() => {
  leaveGame();
  leave();
});

test("a page that is closed or loaded again keeps the time of the running turn", () => {
  const since = session.peek()?.since ?? 0;
  vi.spyOn(performance, "now").mockReturnValue(since + 60_000);
  window.dispatchEvent(new Event("pagehide"));
  expect(JSON.parse(kept.get("dolmen.play.game") ?? "").since).toBe(-60_000);
  vi.restoreAllMocks();
});

/** That much later than the last move; the clock has five minutes. */
const later = (ms: number) => vi.spyOn(performance, "now").mockReturnValue((session.peek()?.since ?? 0) + ms);

test("a page that is gone back to goes on with the time of the running turn", async () => {
  const since = session.peek()?.since ?? 0;
  later(60_000);
  window.dispatchEvent(new Event("pagehide"));
  later(600_000);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await expect.poll(() => session.peek()?.since).toBe(since + 540_000);
  expect(session.peek()?.end).toBeUndefined();
  vi.restoreAllMocks();
});

test("a hidden tab keeps the time of the running turn, and ends no game by its clock", () => {
  later(60_000);
  vi.stubGlobal("document", Object.assign(document, { hidden: true }));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(JSON.parse(kept.get("dolmen.play.game") ?? "").since).toBe(-60_000);
  later(400_000);
  tick();
  expect(session.peek()?.end).toBeUndefined();
  Object.assign(document, { hidden: false });
  tick();
  expect(session.peek()?.end).toEqual({ kind: "time", loser: "white" });
  vi.restoreAllMocks();
});

test("the result of resigning is said", () => {
  resign();
  expect(announcement.peek()).toBe("Black wins by resignation");
});

/** What another tab stores. */
function storeElsewhere(text: string): void {
  kept.set("dolmen.play.game", text);
  window.dispatchEvent(Object.assign(new Event("storage"), { key: "dolmen.play.game" }));
}

/** The kept game with one more move. */
function longer(): string {
  const game = JSON.parse(kept.get("dolmen.play.game") ?? "");
  return JSON.stringify({ ...game, moves: [...game.moves, { point: parsePoint("a1"), time: 0 }] });
}

test("a game that another tab goes on with is taken, not overwritten", async () => {
  const text = longer();
  storeElsewhere(text);
  window.dispatchEvent(new Event("pagehide"));
  expect(kept.get("dolmen.play.game")).toBe(text);
  await expect.poll(() => session.peek()?.moves.length).toBe(2);
  leave();
  expect(JSON.parse(kept.get("dolmen.play.game") ?? "").moves.length).toBe(2);
});

test("a hidden tab takes the game of another one once it is looked at", async () => {
  vi.stubGlobal("document", Object.assign(document, { hidden: true }));
  storeElsewhere(longer());
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.peek()).toBeUndefined();
  Object.assign(document, { hidden: false });
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => session.peek()?.moves.length).toBe(2);
});

test("under renju a stone waits for the referee", async () => {
  let rule = () => {};
  ruled.promise = new Promise((resolve) => {
    rule = resolve;
  });
  const game = session.peek();
  session.value = game && { ...game, setup: { ...game.setup, rule: "renju" } };
  playAt(parsePoint("h9") ?? 0);
  playAt(parsePoint("i9") ?? 0);
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.peek()?.moves.length).toBe(1);
  rule();
  await expect.poll(() => session.peek()?.moves.at(-1)?.point).toBe(parsePoint("i9"));
  expect(session.peek()?.moves.length).toBe(2);
});

test("where a five may be, a stone waits for the referee", async () => {
  for (const point of ["a1", "i9", "a2"]) playAt(parsePoint(point) ?? 0);
  await expect.poll(() => session.peek()?.moves.length).toBe(4);
  let rule = () => {};
  ruled.promise = new Promise((resolve) => {
    rule = resolve;
  });
  playAt(parsePoint("h10") ?? 0);
  await expect.poll(() => session.peek()?.moves.length).toBe(5);
  playAt(parsePoint("a3") ?? 0);
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.peek()?.moves.length).toBe(5);
  rule();
  await expect.poll(() => session.peek()?.moves.length).toBe(6);
});

test("a hint that nobody waits for any more is ended", async () => {
  const hinted = askForHint();
  expect(isHinting.peek()).toBe(true);
  playAt(parsePoint("a1") ?? 0);
  await hinted;
  expect([isHinting.peek(), message.peek()]).toEqual([false, ""]);
});

test("that a game waits for the engine, which is being loaded, is shown and said", async () => {
  const { promise } = loaded;
  let load = () => {};
  loaded.promise = new Promise((resolve) => {
    load = resolve;
  });
  isEngineLoading.value = true;
  leaveGame();
  begin({ ...SETUP, opening: "swap" });
  expect(isBeginning.peek()).toBe(true);
  expect([waiting.peek(), announcement.peek()]).toEqual(Array(2).fill("The engine is being loaded …"));
  isEngineLoading.value = false;
  load();
  await expect.poll(() => session.peek()?.setup.opening).toBe("swap");
  expect([isBeginning.peek(), waiting.peek()]).toEqual([false, ""]);
  loaded.promise = promise;
});
