/** The collection of puzzles where it cannot be loaded at first. */

import { expect, test, vi } from "vitest";
import { isLoaded, loadCollection, loadProblem } from "../../src/parts/learn/collection";

const network = { isThere: false };
vi.mock("../../src/parts/learn/puzzles.json", () => ({
  get default() {
    if (!network.isThere) throw new Error("no network");
    return [{ id: "a", moves: "", answers: "", line: "" }];
  },
}));

test("a collection that could not be loaded is loaded when asked for again", async () => {
  await loadCollection();
  expect([isLoaded.value, loadProblem.peek()]).toEqual([false, "Error: no network"]);
  network.isThere = true;
  await loadCollection();
  expect([isLoaded.value, loadProblem.peek()]).toEqual([true, ""]);
});
