/** The game that is analysed when the page is loaded again. */

import { expect, test, vi } from "vitest";
import { namesOf } from "../../src/board/points";

const kept = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
});
vi.mock("../../src/engine", async () => {
  const { signal } = await import("@preact/signals");
  return { engineFailure: signal(""), getEngine: () => new Promise(() => {}) };
});

/** The part as a page has it that is loaded with this address. */
function loaded(hash: string) {
  vi.resetModules();
  vi.stubGlobal("location", { hash, href: "https://x/" });
  vi.stubGlobal("window", new EventTarget());
  return import("../../src/parts/analyse/game");
}

/** The moves of the main line one move further. */
async function movesAfter(hash: string): Promise<string> {
  const { forward, position } = await loaded(hash);
  forward();
  return namesOf(position.peek().moves);
}

test("moves after the one shown, and variations, are there when the page is loaded again", async () => {
  const before = await loaded("#/analyse");
  before.loadSegments(["renju", "15", "block=a1", "h8i9h10"]);
  before.back();
  before.play(7);
  before.back();
  const address = "#/analyse/renju/15/block=a1/h8i9";
  expect(await movesAfter(address)).toBe("h8i9h10");
  expect(await movesAfter(address)).toBe("h8i9h10");
  const { tree } = await loaded("#/analyse/renju/15/block=a1/");
  expect(tree.peek().nodes.size).toBe(5);
});

test("comments and players are there when the page is loaded again", async () => {
  const before = await loaded("#/analyse");
  before.clear();
  before.loadTree({ ...before.tree.peek(), players: ["Anna", "Boris"] });
  before.comment("A game");
  before.play(7);
  before.comment("é\n囲碁");
  const { tree } = await loaded("#/analyse");
  const { nodes, players, current } = tree.peek();
  expect([...nodes.values()].map(({ comment }) => comment)).toEqual(["A game", "é\n囲碁"]);
  expect([players, current]).toEqual([["Anna", "Boris"], 1]);
});

test("what was recorded of a game is there when the page is loaded again", async () => {
  const { gameOfTree, treeOfGame } = await import("../../src/engine/convert");
  const recorded = { times: [9, 8], opened: 1, result: "draw", details: [["EV", "Cup"]] } as const;
  const nodes = [{ move: "h8" }, { move: "i9", after: 0 }];
  const game = { rule: "renju", size: 15, moves: ["h8", "i9"], nodes, ...structuredClone(recorded) } as const;
  const opened = treeOfGame(structuredClone(game) as never);
  const before = await loaded("#/analyse");
  if (opened) before.loadTree(opened);
  const { tree } = await loaded("#/analyse");
  expect(gameOfTree(tree.peek())).toMatchObject(recorded);
});

test("going through a game stores nothing", async () => {
  const { back, loadSegments } = await loaded("#/analyse");
  loadSegments(["renju", "15", "h8i9h10"]);
  const stored = vi.spyOn(sessionStorage, "setItem");
  back();
  expect(stored).not.toHaveBeenCalled();
  stored.mockRestore();
});

test("a game is there after another part was loaded again, and where an address in it leads", async () => {
  const before = await loaded("#/analyse");
  before.loadSegments(["renju", "15", "block=a1", "h8i9h10"]);
  before.back();
  before.play(7);
  const { loadSegments, position, tree } = await loaded("#/play");
  const shown = () => [namesOf(position.peek().moves), tree.peek().nodes.size];
  expect(shown()).toEqual(["h8i9h10", 5]);
  loadSegments(["renju", "15", "block=a1", "h8i9"]);
  expect(shown()).toEqual(["h8i9", 5]);
  loadSegments(["renju", "15", "block=a1", "h8i8"]);
  expect(shown()).toEqual(["h8i8", 3]);
});

test("an address without a position shows the game at its end", async () => {
  for (const hash of ["#/analyse", "#/analyse/", ""]) {
    const before = await loaded("#/analyse");
    before.loadSegments(["renju", "15", "block=a1", "h8i9h10"]);
    before.back();
    before.play(7);
    const { position, tree } = await loaded(hash);
    expect([namesOf(position.peek().moves), tree.peek().nodes.size], hash).toEqual(["h8i9h10", 5]);
  }
});

/** A second stone on a point. */
const BAD = '{"start":"renju/15","comment":"","moves":[["h8",-1,""],["h8",0,""]]}';

test("an address of another game begins anew", async () => {
  for (const hash of ["#/analyse/renju/15/h8", "#/analyse/renju/15/block=a1/a2"]) {
    const before = await loaded("#/analyse");
    before.loadSegments(["renju", "15", "block=a1", "h8i9h10"]);
    const { canUndo, tree, undo } = await loaded(hash);
    expect([tree.peek().nodes.size, canUndo.peek()], hash).toEqual([2, true]);
    undo();
    expect(tree.peek().nodes.size, hash).toBe(before.tree.peek().nodes.size);
  }
  for (const text of ["{}", "[5]", '["renju/15/h8h8"]', "[]", BAD, "nonsense"]) {
    kept.set("dolmen.analyse.game", text);
    const { canUndo, tree } = await loaded("#/analyse/renju/15/h8");
    expect([tree.peek().nodes.size, canUndo.peek()], text).toEqual([2, false]);
  }
});
