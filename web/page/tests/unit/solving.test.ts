/** The puzzle on the board when the engine fails, and what counts as solved. */

import { beforeEach, expect, test, vi } from "vitest";
import { parsePoint } from "../../src/board/points";
import { isSolved } from "../../src/parts/learn/progress";
import {
  at,
  begin,
  hint,
  hints,
  line,
  message,
  play,
  retry,
  showSolution,
  state,
} from "../../src/parts/learn/solving";

vi.mock("../../src/engine", async () => {
  const { signal } = await import("@preact/signals");
  const rules = () => Promise.resolve({ outcome: "black", to_move: "white", forbidden: [] });
  const getEngine = () =>
    page.hasEngine ? Promise.resolve({ rules }) : Promise.reject(new Error("no engine"));
  return { engineFailure: signal(""), getEngine };
});

/** An engine for which every move makes five. */
const page = vi.hoisted(() => ({ hasEngine: false }));

beforeEach(() => {
  page.hasEngine = false;
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

test("a puzzle that is solved alone after help counts", async () => {
  page.hasEngine = true;
  const help = {
    hints: async () => {
      await hint();
      await hint();
      await play(parsePoint("i8") ?? 0);
      expect(state.peek()).toBe("solved");
    },
    solution: async () => showSolution(),
  };
  for (const [id, giveHelp] of Object.entries(help)) {
    begin(puzzle(id));
    await giveHelp();
    expect(isSolved(id), id).toBe(false);
    retry();
    expect(hints.peek(), id).toBe(0);
    await play(parsePoint("i8") ?? 0);
    expect([message.peek(), isSolved(id)], id).toEqual(["Solved.", true]);
  }
});

test("help stays help where the puzzle is begun anew before it is solved", async () => {
  page.hasEngine = true;
  begin(puzzle("two"));
  await hint();
  await hint();
  retry();
  await play(parsePoint("i8") ?? 0);
  expect([state.peek(), isSolved("two")]).toEqual(["solved", false]);
});
