/** A game with variations, as an immutable tree with a current node. */

import type { Game } from "dolmen-engine/types";
import type { Point } from "../board/points";
import {
  type Color,
  colorOfMove,
  emptySetup,
  firstBadMove,
  type Position,
  type Rule,
  type Setup,
} from "./position";

export interface GameNode {
  readonly id: number;
  readonly move: Point;
  readonly parent: number;
  /** The main line first. */
  readonly children: readonly number[];
  readonly comment?: string;
}

export interface GameTree {
  readonly setup: Setup;
  /** Node 0 is the root; its move means nothing. */
  readonly nodes: ReadonlyMap<number, GameNode>;
  readonly current: number;
  readonly nextId: number;
  /** The names of black and white. */
  readonly players?: readonly [string, string];
  /** Event, date and the like, as SGF names them. */
  readonly details?: Game["details"];
  readonly record?: LineRecord;
}

/** What was recorded of the main line; see {@link recordOf}. */
export interface LineRecord {
  /** The nodes of that line. */
  readonly line: readonly number[];
  readonly rule: Rule;
  readonly facts: Pick<Game, "times" | "opened" | "result">;
}

/** A move in a list of all, with the index of the one before, -1 before a first move. */
export interface ListedMove {
  readonly move: Point;
  readonly after: number;
  readonly comment: string;
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

/** The tree with what was recorded of its main line. */
export const withRecord = (tree: GameTree, facts: LineRecord["facts"]): GameTree => ({
  ...tree,
  record: { line: mainLineFrom(tree, ROOT).map(({ id }) => id), rule: tree.setup.rule, facts },
});

/** What was recorded of the main line, unless that is another one meanwhile. */
export function recordOf(tree: GameTree): LineRecord["facts"] | undefined {
  const { record, setup } = tree;
  if (record?.rule !== setup.rule) return undefined;
  const line = mainLineFrom(tree, ROOT);
  const isSame = line.length === record.line.length && line.every(({ id }, i) => id === record.line[i]);
  return isSame ? record.facts : undefined;
}

/** All moves, each after the one before it, those of the main line first. */
export function listOf(tree: GameTree): ListedMove[] {
  const list: ListedMove[] = [];
  const waiting = [{ id: ROOT, after: -1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, move, children, comment = "" } = nodeOf(tree, next.id);
    if (id !== ROOT) list.push({ move, after: next.after, comment });
    const after = list.length - 1;
    for (const child of [...children].reverse()) waiting.push({ id: child, after });
  }
  return list;
}

/**
 * The tree of such a list, at its start; undefined if a move is not after one that stands before it, or
 * cannot be played there.
 */
export function ofList(setup: Setup, list: readonly ListedMove[], comment = ""): GameTree | undefined {
  const children: number[][] = [[], ...list.map(() => [])];
  for (const [i, { after }] of list.entries()) {
    if (!Number.isInteger(after) || after < -1 || after >= i) return undefined;
    children[after + 1]?.push(i + 1);
  }
  const nodes = new Map<number, GameNode>([
    [ROOT, { id: ROOT, move: -1, parent: -1, children: children[ROOT] ?? [], comment }],
  ]);
  for (const [i, { move, after, comment }] of list.entries()) {
    nodes.set(i + 1, { id: i + 1, move, parent: after + 1, children: children[i + 1] ?? [], comment });
  }
  const tree = { setup, nodes, current: ROOT, nextId: list.length + 1 };
  const ends = [...nodes.values()].filter((node) => node.children.length === 0);
  return ends.every(({ id }) => firstBadMove(positionAt(tree, id)) === 0) ? tree : undefined;
}

/** Writes something at the current node. */
export function write(tree: GameTree, comment: string): GameTree {
  const nodes = new Map(tree.nodes);
  nodes.set(tree.current, { ...nodeOf(tree, tree.current), comment });
  return { ...tree, nodes };
}

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
