import { expect, test } from "vitest";
import { randomFrom } from "../../src/board/grain";
import { namesOf, parsePoints } from "../../src/board/points";
import { emptySetup, firstBadMove, sideToMove, stonesOf } from "../../src/game/position";
import * as trees from "../../src/game/tree";

const moves = (text: string) => parsePoints(text) ?? [];
const names = (tree: trees.GameTree) => namesOf(trees.positionAt(tree).moves);
const playAll = (tree: trees.GameTree, text: string) => moves(text).reduce(trees.play, tree);

test("moves are played, undone and redone along the last line", () => {
  let tree = trees.newGame(emptySetup(), moves("h8i9h10"));
  expect(names(tree)).toBe("h8i9h10");
  tree = trees.back(trees.back(tree));
  expect(names(tree)).toBe("h8");
  expect(names(trees.forward(tree))).toBe("h8i9");
  expect(names(trees.toEnd(tree))).toBe("h8i9h10");
  expect(names(trees.toStart(tree))).toBe("");
  expect(trees.back(trees.toStart(tree)).current).toBe(trees.ROOT);
});

test("another move is a variation, the same move is the same node", () => {
  const game = trees.newGame(emptySetup(), moves("h8i9h10"));
  const at = trees.back(game);
  const other = playAll(at, "j10");
  expect(trees.nodeOf(other, at.current).children).toHaveLength(2);
  expect(playAll(trees.back(other), "h10").current).toBe(game.current);
  const promoted = trees.promote(other, other.current);
  expect(names(trees.toEnd(trees.toStart(promoted)))).toBe("h8i9j10");
  expect(names(trees.toEnd(trees.toStart(other)))).toBe("h8i9h10");
});

test("removing a move removes what follows", () => {
  const game = trees.newGame(emptySetup(), moves("h8i9h10j10"));
  const third = trees.back(game);
  const less = trees.remove(game, third.current);
  expect(names(less)).toBe("h8i9");
  expect(less.nodes.size).toBe(3);
  expect(trees.remove(game, trees.ROOT).nodes.size).toBe(1);
});

test("mapping a tree maps all variations or nothing", () => {
  const game = playAll(trees.back(trees.newGame(emptySetup(), moves("h8i9"))), "j10");
  const moved = trees.mapTree(game, game.setup, (p) => p + 1);
  expect(moved && names(moved)).toBe("i8k10");
  expect(trees.mapTree(game, game.setup, (p) => (p === moves("i9")[0] ? undefined : p))).toBeUndefined();
});

test("random walks keep the tree whole", () => {
  const random = randomFrom(5);
  const somewhere = (tree: trees.GameTree) => {
    const p = Math.floor(random() * 3) * 32 + Math.floor(random() * 3);
    return trees.positionAt(tree).moves.includes(p) ? tree : trees.play(tree, p);
  };
  const promote = (tree: trees.GameTree) => trees.promote(tree, tree.current);
  const remove = (tree: trees.GameTree) => (random() < 0.1 ? trees.remove(tree, tree.current) : tree);
  const steps = [somewhere, somewhere, somewhere, trees.back, trees.forward, promote, remove];
  let tree = trees.newGame();
  for (let i = 0; i < 2000; i++) {
    tree = steps[Math.floor(random() * steps.length)]?.(tree) ?? tree;
    if (i % 20 === 0) expectWhole(tree);
  }
});

function expectWhole(tree: trees.GameTree): void {
  expect(firstBadMove(trees.positionAt(tree))).toBe(0);
  const children = [...tree.nodes.values()].flatMap((node) => node.children.map((child) => [child, node.id]));
  expect(children).toHaveLength(tree.nodes.size - 1);
  for (const [child = -1, parent] of children) expect(trees.nodeOf(tree, child).parent).toBe(parent);
}

test("a tree is its list, and is followed only along its lines", () => {
  let tree = trees.newGame(emptySetup("renju", 15), [1, 2, 3, 4]);
  tree = trees.write(trees.play(trees.goTo(tree, 2), 5), "or this");
  tree = trees.write(trees.toStart(trees.play(trees.toStart(tree), 9)), "a game");
  const list = trees.listOf(tree);
  expect(list.map(({ move, after }) => [move, after])).toEqual([
    [1, -1],
    [2, 0],
    [3, 1],
    [4, 2],
    [5, 1],
    [9, -1],
  ]);
  expect(list.map(({ comment }) => comment)).toEqual(["", "", "", "", "or this", ""]);
  const again = trees.ofList(tree.setup, list, "a game");
  if (!again) throw new Error("no tree");
  expectWhole(again);
  expect([trees.listOf(again), again.setup]).toEqual([list, tree.setup]);
  expect(trees.nodeOf(again, trees.ROOT).comment).toBe("a game");
  const followed = trees.follow(again, [1, 2]);
  expect(followed && [trees.positionAt(followed).moves, trees.listOf(followed)]).toEqual([[1, 2], list]);
  expect(trees.follow(again, [1, 3])).toBeUndefined();
  expect(trees.listOf(trees.newGame())).toEqual([]);
});

test("a list that is no tree is none", () => {
  const ofList = (...moves: [number, number][]) =>
    trees.ofList(
      emptySetup(),
      moves.map(([move, after]) => ({ move, after, comment: "" })),
    );
  expect(ofList([1, -1], [2, 0], [2, -1])?.nodes.size).toBe(4);
  for (const [move, after] of [
    [2, 1],
    [2, -2],
    [2, 0.5],
    [2, Number.NaN],
    [1, 0],
    [31, 0],
    [-1, 0],
  ] as const) {
    expect(ofList([1, -1], [move, after]), `${move} ${after}`).toBeUndefined();
  }
});

test("comments stay where they are when the game changes", () => {
  let tree = trees.write(trees.newGame(emptySetup(), moves("h8i9")), "here");
  tree = trees.play(tree, moves("j10")[0] ?? 0);
  tree = trees.promote(trees.play(trees.back(trees.back(tree)), moves("k11")[0] ?? 0), 3);
  const moved = trees.mapTree(tree, tree.setup, (p) => p + 1);
  expect(moved && trees.listOf(moved).find(({ comment }) => comment)?.move).toBe((moves("i9")[0] ?? 0) + 1);
});

test("colours follow the side that begins", () => {
  const position = {
    setup: { ...emptySetup(), black: moves("a1"), first: "white" as const },
    moves: moves("b1c1"),
  };
  const colors = moves("a1b1c1").map((p) => stonesOf(position).get(p));
  expect(colors).toEqual(["black", "white", "black"]);
  expect(sideToMove(position)).toBe("white");
  expect(firstBadMove({ ...position, moves: moves("b1a1") })).toBe(2);
});
