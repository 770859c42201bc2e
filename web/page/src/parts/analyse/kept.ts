/** The game with its variations, kept until the tab is closed. Where in it we are, the address says. */

import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { persisted } from "../../app/persist";
import { nameOf, parsePoint } from "../../board/points";
import { fromSegments, toSegments } from "../../game/hash";
import type { Position, Setup } from "../../game/position";
import * as trees from "../../game/tree";

interface Kept {
  /** Address of the first position. */
  readonly start: string;
  readonly players?: trees.GameTree["players"];
  readonly details?: trees.GameTree["details"];
  readonly facts?: trees.LineRecord["facts"];
  readonly comment: string;
  /** Point, index of the move before, and comment, as {@link trees.listOf} has them. */
  readonly moves: readonly (readonly [string, number, string])[];
}

/** The tree that was stored, which may be anything; throws if it is none. */
function treeOf({ start, players, details, facts, comment, moves }: Kept): trees.GameTree | undefined {
  const first = fromSegments(start.split("/"))?.position;
  const list = moves.map(([name, after, comment]) => ({ move: parsePoint(name) ?? -1, after, comment }));
  const tree = first && trees.ofList(first.setup, list, comment);
  if (!tree) return undefined;
  const game = facts ? trees.withRecord(tree, facts) : tree;
  return { ...game, ...(players && { players }), ...(details && { details }) };
}

const addressOf = (setup: Setup): string => toSegments({ setup, moves: [] }).join("/");

const kept = persisted<Kept | undefined>(
  "analyse.game",
  undefined,
  (stored) => (treeOf(stored as Kept) ? (stored as Kept) : undefined),
  "sessionStorage",
);

/** The game at a position that it has; undefined if it has not. */
export const placeIn = (tree: trees.GameTree, { setup, moves }: Position): trees.GameTree | undefined =>
  addressOf(tree.setup) === addressOf(setup) ? trees.follow(tree, moves) : undefined;

/** The kept game, at its end; without one an empty board. */
export function keptGame(): trees.GameTree {
  const stored = kept.peek();
  const tree = stored && treeOf(stored);
  return tree ? trees.toEnd(tree) : trees.newGame();
}

/** Keeps a game as it changes, which going through it does not. */
export function keep(tree: ReadonlySignal<trees.GameTree>): void {
  const nodes = computed(() => tree.value.nodes);
  const setup = computed(() => tree.value.setup);
  effect(() => {
    const game = { ...tree.peek(), nodes: nodes.value, setup: setup.value };
    kept.value = {
      start: addressOf(game.setup),
      players: game.players,
      details: game.details,
      facts: trees.recordOf(game),
      comment: trees.nodeOf(game, trees.ROOT).comment ?? "",
      moves: trees.listOf(game).map(({ move, after, comment }) => [nameOf(move), after, comment] as const),
    };
  });
}
