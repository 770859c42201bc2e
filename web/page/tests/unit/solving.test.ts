/** The puzzle on the board when the engine fails. */

import { expect, test, vi } from "vitest";
import { parsePoint } from "../../src/board/points";
import { at, begin, hint, line, message, play, state } from "../../src/parts/learn/solving";

vi.mock("../../src/engine", async () => {
  const { signal } = await import("@preact/signals");
  return { engineFailure: signal(""), getEngine: () => Promise.reject(new Error("no engine")) };
});

const puzzle = (id: string) => ({
  id,
  rule: "freestyle" as const,
  size: 15,
  kind: "win" as const,
  level: 1,
  plies: 5,
  moves: ["h8", "a1"],
  answers: ["i8"],
  line: ["i8", "a2", "j8"],
});

test("a move that could not be judged is taken back", async () => {
  begin(puzzle("one"));
  await play(parsePoint("i8") ?? 0);
  expect([state.peek(), line.peek(), at.peek()]).toEqual(["open", [], 0]);
  expect(message.peek()).toBe("That did not work: no engine");
});

test("a failure changes nothing in the next puzzle", async () => {
  begin(puzzle("one"));
  const judged = play(parsePoint("i8") ?? 0);
  begin(puzzle("two"));
  state.value = "shown";
  await judged;
  expect([state.peek(), message.peek()]).toEqual(["shown", ""]);
});

test("a hint that cannot be found is told", async () => {
  begin(puzzle("one"));
  line.value = ["k8", "a2"];
  await hint();
  await hint();
  expect(message.peek()).toBe("That did not work: no engine");
});
