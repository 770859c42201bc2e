/** The game with its variations, kept until the tab is closed. Where in it we are, the address says. */

import { effect, type ReadonlySignal } from "@preact/signals";
import { persisted } from "../../app/persist";
import { route } from "../../app/route";
import type { Point } from "../../board/points";
import { fromSegments, toSegments } from "../../game/hash";
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

const addressOf = ({ setup }: trees.GameTree, moves: readonly Point[]): string =>
  toSegments({ setup, moves }).join("/");

const isKept = (stored: unknown): stored is Kept => treeOf(stored as Kept) !== undefined;

const kept = persisted<Kept>(
  "analyse.game",
  [],
  (stored) => (isKept(stored) ? stored : undefined),
  "sessionStorage",
);

/** The kept game where the address is in it, else an empty board. */
export function keptGame(): trees.GameTree {
  const { part, rest } = route.peek();
  const asked = part === "analyse" ? fromSegments(rest)?.position : undefined;
  const tree = treeOf(kept.peek());
  const isOfIt = asked && tree && addressOf(tree, []) === addressOf(trees.newGame(asked.setup), []);
  return (isOfIt && trees.follow(tree, asked.moves)) || trees.newGame();
}

/** Keeps a game as it changes. */
export function keep(tree: ReadonlySignal<trees.GameTree>): void {
  effect(() => {
    kept.value = trees.linesOf(tree.value).map((moves) => addressOf(tree.value, moves));
  });
}
