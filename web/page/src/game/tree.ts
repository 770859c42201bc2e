/** A game with variations, as an immutable tree with a current node. */

import type { Point } from "../board/points";
import { type Color, colorOfMove, emptySetup, type Position, type Setup } from "./position";

export interface GameNode {
  readonly id: number;
  readonly move: Point;
  readonly parent: number;
  /** The main line first. */
  readonly children: readonly number[];
}

export interface GameTree {
  readonly setup: Setup;
  /** Node 0 is the root; its move means nothing. */
  readonly nodes: ReadonlyMap<number, GameNode>;
  readonly current: number;
  readonly nextId: number;
}

export const ROOT = 0;

export function newGame(setup: Setup = emptySetup(), moves: readonly Point[] = []): GameTree {
  const nodes = new Map<number, GameNode>([[ROOT, { id: ROOT, move: -1, parent: -1, children: [] }]]);
  const empty: GameTree = { setup, nodes, current: ROOT, nextId: 1 };
  return moves.reduce(play, empty);
}

export function nodeOf(tree: GameTree, id: number): GameNode {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`no node ${id}`);
  return node;
}

/** Nodes from the first move to this one. */
export function pathTo(tree: GameTree, id: number): GameNode[] {
  const path: GameNode[] = [];
  for (let at = id; at !== ROOT; ) {
    const node = nodeOf(tree, at);
    path.unshift(node);
    at = node.parent;
  }
  return path;
}

/** Nodes after this one along the first variations. */
export function mainLineFrom(tree: GameTree, id: number): GameNode[] {
  const line: GameNode[] = [];
  for (let next = nodeOf(tree, id).children[0]; next !== undefined; ) {
    const node = nodeOf(tree, next);
    line.push(node);
    next = node.children[0];
  }
  return line;
}

export const positionAt = (tree: GameTree, id: number = tree.current): Position => ({
  setup: tree.setup,
  moves: pathTo(tree, id).map((node) => node.move),
});

/** Number of moves before a node, its own included. */
export const depthOf = (tree: GameTree, id: number = tree.current): number => pathTo(tree, id).length;

export const colorToPlay = (tree: GameTree): Color => colorOfMove(tree.setup, depthOf(tree));

/** The moves to each last node, those of the main line first. */
export function linesOf(tree: GameTree): Point[][] {
  const lines: Point[][] = [];
  const waiting = [ROOT];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { children } = nodeOf(tree, next);
    waiting.push(...[...children].reverse());
    if (children.length === 0) lines.push([...positionAt(tree, next).moves]);
  }
  return lines;
}

/** The tree of these lines, as {@link linesOf} has them. */
export const ofLines = (setup: Setup, lines: readonly (readonly Point[])[]): GameTree =>
  lines.reduce((tree, moves) => moves.reduce(play, toStart(tree)), newGame(setup));

/** Goes to the node after these moves; undefined if there is none. */
export function follow(tree: GameTree, moves: readonly Point[]): GameTree | undefined {
  const end = moves.reduce(play, toStart(tree));
  return end.nodes === tree.nodes ? end : undefined;
}

/** Goes to the child with this move, which is added as the last variation if it is missing. */
export function play(tree: GameTree, move: Point): GameTree {
  const node = nodeOf(tree, tree.current);
  const known = node.children.find((id) => nodeOf(tree, id).move === move);
  if (known !== undefined) return { ...tree, current: known };
  const id = tree.nextId;
  const nodes = new Map(tree.nodes);
  nodes.set(node.id, { ...node, children: [...node.children, id] });
  nodes.set(id, { id, move, parent: node.id, children: [] });
  return { ...tree, nodes, current: id, nextId: id + 1 };
}

export const goTo = (tree: GameTree, id: number): GameTree =>
  tree.nodes.has(id) ? { ...tree, current: id } : tree;

export const back = (tree: GameTree): GameTree =>
  tree.current === ROOT ? tree : goTo(tree, nodeOf(tree, tree.current).parent);

export const forward = (tree: GameTree): GameTree => {
  const next = nodeOf(tree, tree.current).children[0];
  return next === undefined ? tree : goTo(tree, next);
};

export const toStart = (tree: GameTree): GameTree => goTo(tree, ROOT);

export const toEnd = (tree: GameTree): GameTree =>
  goTo(tree, mainLineFrom(tree, tree.current).at(-1)?.id ?? tree.current);

/** Removes a move with everything after it; the move before it becomes current if it was inside. */
export function remove(tree: GameTree, id: number): GameTree {
  if (id === ROOT) return newGame(tree.setup);
  const { parent } = nodeOf(tree, id);
  const nodes = new Map(tree.nodes);
  const doomed = [id];
  for (let next = doomed.pop(); next !== undefined; next = doomed.pop()) {
    doomed.push(...nodeOf(tree, next).children);
    nodes.delete(next);
  }
  const above = nodeOf(tree, parent);
  nodes.set(parent, { ...above, children: above.children.filter((child) => child !== id) });
  return { ...tree, nodes, current: nodes.has(tree.current) ? tree.current : parent };
}

/** Makes a variation the first one at each branch above it. */
export function promote(tree: GameTree, id: number): GameTree {
  const nodes = new Map(tree.nodes);
  for (const { id: child, parent } of pathTo(tree, id)) {
    const above = nodeOf({ ...tree, nodes }, parent);
    nodes.set(parent, { ...above, children: [child, ...above.children.filter((other) => other !== child)] });
  }
  return { ...tree, nodes };
}

/** The same tree with another start and every move mapped; undefined if a move maps to nothing. */
export function mapTree(
  tree: GameTree,
  setup: Setup,
  map: (p: Point) => Point | undefined,
): GameTree | undefined {
  const nodes = new Map<number, GameNode>();
  for (const node of tree.nodes.values()) {
    const move = node.id === ROOT ? node.move : map(node.move);
    if (move === undefined) return undefined;
    nodes.set(node.id, { ...node, move });
  }
  return { ...tree, setup, nodes };
}
