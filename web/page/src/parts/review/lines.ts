/** The tree of a review: the game, and what should or could have been played. */

import { parsePoint } from "../../board/points";
import type { Review, ReviewedMove, TreeNode } from "../../engine";
import * as trees from "../../game/tree";
import { startOf } from "./read";

export interface Note {
  readonly kind: TreeNode["kind"];
  /** Black's winning chance after the move. */
  readonly black?: number | undefined;
}

export interface ReviewTree {
  readonly tree: trees.GameTree;
  /** By node of the tree. */
  readonly notes: ReadonlyMap<number, Note>;
}

/** The game alone, before it is reviewed. */
export function treeOfGame(game: Review["game"]): ReviewTree {
  const { setup, moves } = startOf(game);
  const tree = trees.toStart(trees.newGame(setup, moves));
  const notes = new Map([...tree.nodes.keys()].map((id) => [id, { kind: "game" } as Note]));
  return { tree, notes };
}

/** The game with the lines of its review; the game is the first variation everywhere. */
export function treeOfReview(review: Review): ReviewTree {
  const { setup } = startOf({ ...review.game, rule: review.rule });
  const notes = new Map<number, Note>([[trees.ROOT, { kind: "game", black: review.start }]]);
  let tree = trees.newGame(setup);
  const add = (nodes: readonly TreeNode[], parent: number) => {
    for (const { move, kind, black, next } of nodes) {
      const p = parsePoint(move);
      if (p === undefined) continue;
      tree = trees.play(trees.goTo(tree, parent), p);
      const id = tree.current;
      if (!notes.has(id)) notes.set(id, { kind, black });
      add(next, id);
    }
  };
  add(review.tree, trees.ROOT);
  return { tree: trees.toStart(tree), notes };
}

/** The node of the game after this many moves. */
export function gameNode({ tree }: ReviewTree, moves: number): number {
  const line = trees.mainLineFrom(tree, trees.ROOT);
  return moves === 0 ? trees.ROOT : (line[Math.min(moves, line.length) - 1]?.id ?? trees.ROOT);
}

/** How many moves of the game were played before a node left it. */
export function movesOfGame({ tree, notes }: ReviewTree, id: number): number {
  return trees.pathTo(tree, id).filter((node) => notes.get(node.id)?.kind === "game").length;
}

/** The tree with a line that begins after so many moves of the game, and the nodes of the line. */
export function withLine(
  { tree, notes }: ReviewTree,
  after: number,
  moves: readonly string[],
  kind: Note["kind"],
): { reviewed: ReviewTree; nodes: number[] } {
  const start = gameNode({ tree, notes }, after);
  const nextNotes = new Map(notes);
  let next = trees.goTo(tree, start);
  const nodes: number[] = [];
  for (const name of moves) {
    const p = parsePoint(name);
    if (p === undefined) break;
    next = trees.play(next, p);
    nodes.push(next.current);
    const known = nextNotes.get(next.current);
    if (known?.kind !== "game") nextNotes.set(next.current, { ...known, kind });
  }
  return { reviewed: { tree: next, notes: nextNotes }, nodes };
}

/** Moves of the game that have a verdict. */
export const mistakesOf = (review: Review): ReviewedMove[] =>
  review.moves.filter((move) => move.verdict !== null);
