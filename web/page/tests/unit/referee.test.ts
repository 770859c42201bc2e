/** The engine of the page when its connection ends, as with `dolmen serve`. */

import { signal } from "@preact/signals";
import type { StartOptions } from "dolmen-engine";
import { EngineError, EngineLost } from "dolmen-engine/types";
import { expect, test, vi } from "vitest";
import { parsePoint } from "../../src/board/points";
import { engineFailure, getEngine } from "../../src/engine";
import { outcomeInWords } from "../../src/engine/outcome";
import { isOver, refereeFor } from "../../src/engine/referee";
import { emptySetup, type Position } from "../../src/game/position";

let started = 0;
let isFailing = false;
let isGone = false;
let lose: () => void = () => {};
vi.mock("dolmen-engine", () => ({
  startEngine: ({ onLost }: StartOptions) => {
    started++;
    if (isGone) return Promise.reject(new Error("nobody answers"));
    lose = () => onLost?.(new Error("the connection has ended"));
    return Promise.resolve({
      rules: ({ moves }: { moves: string }) => {
        if (isFailing && moves === "a1") return Promise.reject(new EngineLost("the engine failed"));
        if (moves === "h8") return Promise.reject(new EngineError("no such game"));
        if (moves.startsWith("h8")) return Promise.reject(new Error("a fault"));
        return Promise.resolve({ outcome: "open", to_move: "black", forbidden: [] });
      },
    });
  },
}));

test("an engine that is lost is told, and another one rules", async () => {
  const { ruling } = refereeFor(signal<Position>({ setup: emptySetup(), moves: [] }));
  await expect.poll(() => ruling.peek()?.outcome).toBe("open");
  const first = await getEngine();
  const told: string[] = [];
  engineFailure.subscribe((reason) => told.push(reason));
  lose();
  expect(ruling.peek()).toBeUndefined();
  await expect.poll(() => ruling.peek()?.outcome).toBe("open");
  expect(told).toEqual(["", "the connection has ended", ""]);
  expect(await getEngine()).not.toBe(first);
  expect(started).toBe(2);
});

test("what is no position is refused with the reason, and other faults are not", async () => {
  const position = signal<Position>({ setup: emptySetup(), moves: [] });
  const { ruling } = refereeFor(position);
  const h8 = parsePoint("h8") ?? 0;
  position.value = { setup: emptySetup(), moves: [h8] };
  await expect.poll(() => ruling.peek()?.outcome).toBe("refused");
  expect([isOver(ruling.peek()), outcomeInWords(ruling.peek(), "white")]).toEqual([
    true,
    "Not a position: no such game",
  ]);
  position.value = { setup: emptySetup(), moves: [h8, h8 + 1] };
  await new Promise((resolve) => setTimeout(resolve));
  expect(ruling.peek()).toBeUndefined();
});

test("a worker that fails is told, and the next one rules", async () => {
  const told: string[] = [];
  const stop = engineFailure.subscribe((reason) => told.push(reason));
  const position = signal<Position>({ setup: emptySetup(), moves: [parsePoint("a1") ?? 0] });
  isFailing = true;
  const { ruling } = refereeFor(position);
  await expect.poll(() => told).toEqual(["", "the engine failed"]);
  await new Promise((resolve) => setTimeout(resolve));
  expect([ruling.peek(), told.length]).toEqual([undefined, 2]);
  isFailing = false;
  position.value = { ...position.peek() };
  await expect.poll(() => ruling.peek()?.outcome).toBe("open");
  expect(told).toEqual(["", "the engine failed", ""]);
  stop();
});

test("while there is no engine it is asked for again, and only until it is there", async () => {
  const { ruling, stop } = refereeFor(signal<Position>({ setup: emptySetup(), moves: [] }));
  await expect.poll(() => ruling.peek()?.outcome).toBe("open");
  vi.useFakeTimers();
  isGone = true;
  lose();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ruling.peek(), engineFailure.peek()]).toEqual([undefined, "nobody answers"]);
  isGone = false;
  await vi.advanceTimersByTimeAsync(6000);
  expect([ruling.peek()?.outcome, engineFailure.peek()]).toEqual(["open", ""]);
  for (const event of ["online", "visibilitychange"]) {
    isGone = true;
    lose();
    await vi.advanceTimersByTimeAsync(0);
    expect(ruling.peek(), event).toBeUndefined();
    isGone = false;
    window.dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(0);
    expect(ruling.peek()?.outcome, event).toBe("open");
  }
  const count = started;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(started).toBe(count);
  stop();
  vi.useRealTimers();
});
