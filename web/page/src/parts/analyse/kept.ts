/** The game with its variations, kept until the tab is closed. Where in it we are, the address says. */

import { effect, type ReadonlySignal } from "@preact/signals";
import { persisted } from "../../app/persist";
import { route } from "../../app/route";
import type { Point } from "../../board/points";
import { fromSegments, toSegments } from "../../game/hash";
import type { Position, Setup } from "../../game/position";
import * as trees from "../../game/tree";

/** Addresses of the last positions, the main line first. */
type Kept = readonly string[];

/** What the address says of a line; throws if it is none. */
function lineIn(address: string) {
  const shared = fromSegments(address.split("/"));
  if (!shared) throw new Error(`no position: ${address}`);
  return shared.position;
}

function treeOf(addresses: Kept): trees.GameTree | undefined {
  const lines = addresses.map(lineIn);
  return (
    lines[0] &&
    trees.ofLines(
      lines[0].setup,
      lines.map(({ moves }) => moves),
    )
  );
}

const addressOf = (setup: Setup, moves: readonly Point[] = []): string =>
  toSegments({ setup, moves }).join("/");

const isKept = (stored: unknown): stored is Kept => treeOf(stored as Kept) !== undefined;

const kept = persisted<Kept>(
  "analyse.game",
  [],
  (stored) => (isKept(stored) ? stored : undefined),
  "sessionStorage",
);

/** The game at a position that it has; undefined if it has not. */
export const placeIn = (tree: trees.GameTree, { setup, moves }: Position): trees.GameTree | undefined =>
  addressOf(tree.setup) === addressOf(setup) ? trees.follow(tree, moves) : undefined;

/** The kept game where the address is in it, at its end if there is none; else an empty board. */
export function keptGame(): trees.GameTree {
  const { part, rest } = route.peek();
  const tree = treeOf(kept.peek());
  if (!tree) return trees.newGame();
  const isPlain = rest.every((segment) => segment === "");
  if (part !== "analyse" || isPlain) return trees.toEnd(trees.toStart(tree));
  const asked = fromSegments(rest)?.position;
  return (asked && placeIn(tree, asked)) ?? trees.newGame();
}

/** Keeps a game as it changes. */
export function keep(tree: ReadonlySignal<trees.GameTree>): void {
  effect(() => {
    kept.value = trees.linesOf(tree.value).map((moves) => addressOf(tree.value.setup, moves));
  });
}
