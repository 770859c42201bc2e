/** The proof that is walked through, with an engine that finds none, or a short one. */

import { expect, test, vi } from "vitest";
import { route } from "../../src/app/route";
import { parsePoint } from "../../src/board/points";
import { defend, failed, load, notice, ruling, showExample, walk } from "../../src/parts/learn/proving";

const found = { proof: {} };
vi.mock("../../src/engine", async () => {
  const { signal } = await import("@preact/signals");
  const rules = () =>
    Promise.resolve({ outcome: "open", to_move: "black", forbidden: [{ point: "a1", kind: "33" }] });
  const engine = { solve: () => Promise.resolve(found.proof), rules };
  return { engineFailure: signal(""), getEngine: () => Promise.resolve(engine) };
});

test("an example that is loaded late changes no address of another part", async () => {
  const replaceState = vi.spyOn(history, "replaceState");
  const late = showExample();
  route.value = { part: "play", rest: [] };
  await late;
  expect([failed.peek(), replaceState.mock.calls]).toEqual([false, []]);
  route.value = { part: "learn", rest: ["proof"] };
  await showExample();
  expect([failed.peek(), replaceState.mock.calls.length]).toEqual([true, 1]);
});

test("a defence on a forbidden point is refused with its reason", async () => {
  const attacks = [
    { move: "i9", answers: {}, otherwise: 1, win_in: 3 },
    { move: "i10", answers: {}, otherwise: null, win_in: 1 },
  ];
  found.proof = { to_move: "white", proof: { root: 0, attacks } };
  load(["renju", "15", "h8"]);
  await expect.poll(() => ruling.peek()?.forbidden.length).toBe(1);
  await expect.poll(() => walk.peek()).toBeDefined();
  await expect.poll(() => ruling.peek()?.forbidden.length).toBe(1);
  defend(parsePoint("a1") ?? 0);
  expect([notice.peek(), walk.peek()?.defences]).toEqual(["a1 is forbidden to black: double three", []]);
  defend(parsePoint("a2") ?? 0);
  expect([notice.peek(), walk.peek()?.defences]).toEqual(["", ["a2"]]);
});
