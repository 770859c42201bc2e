/** The collection of puzzles: how it is loaded, and its source. */

import { expect, test, vi } from "vitest";
import {
  chooseSource,
  isLoaded,
  isOwnAsked,
  loadCollection,
  loadProblem,
  source,
} from "../../src/parts/learn/collection";

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

test("another source is chosen in the address, too, where that asks for one's own puzzles", () => {
  location.hash = "";
  chooseSource("own");
  expect([source.peek(), location.hash]).toEqual(["own", ""]);
  location.hash = "#/learn/own";
  isOwnAsked.value = true;
  chooseSource("shipped");
  expect([source.peek(), location.hash]).toEqual(["shipped", "#/learn"]);
});
