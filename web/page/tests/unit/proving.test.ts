/** The proof that is walked through, with an engine that finds none. */

import { expect, test, vi } from "vitest";
import { route } from "../../src/app/route";
import { failed, showExample } from "../../src/parts/learn/proving";

vi.mock("../../src/engine", async () => {
  const { signal } = await import("@preact/signals");
  const engine = { solve: () => Promise.resolve({}), rules: () => new Promise(() => {}) };
  return { engineFailure: signal(""), getEngine: () => Promise.resolve(engine) };
});

test("an example that is loaded late changes no address of another part", async () => {
  const replaceState = vi.spyOn(history, "replaceState");
  const late = showExample();
  route.value = { part: "play", rest: [] };
  await late;
  expect([failed.peek(), replaceState.mock.calls]).toEqual([false, []]);
  await showExample();
  expect([failed.peek(), replaceState.mock.calls.length]).toEqual([true, 1]);
});
