/** The game that is shown: where in it or in a line of it one is, and what the engine says there. */

import { computed, effect, signal } from "@preact/signals";
import { announce, notify } from "../../app/announce";
import { replaceHash } from "../../app/route";
import { nameOf, type Point } from "../../board/points";
import { type Answer, getEngine, type Review, type ReviewedMove } from "../../engine";
import { toEngine } from "../../engine/convert";
import { foulAt } from "../../engine/outcome";
import { refereeFor } from "../../engine/referee";
import * as trees from "../../game/tree";
import { saying, t } from "../../i18n";
import { games } from "./library";
import * as lines from "./lines";

const openId = signal<string | undefined>(undefined);
export const stored = computed(() => games.value.find((game) => game.id === openId.value));
export const review = computed<Review | undefined>(() => stored.value?.review);
const empty: lines.ReviewTree = { tree: trees.newGame(), notes: new Map() };
export const reviewed = signal<lines.ReviewTree>(empty);

export const position = computed(() => trees.positionAt(reviewed.value.tree));
export const { ruling } = refereeFor(position);
/** Why nothing was played where the visitor clicked last. */
export const notice = saying(position);

/** A line that the visitor asked for: it is followed even where the game goes the same way. */
interface Following {
  readonly kind: "refutation" | "better";
  /** Number of the move that it was asked about. */
  readonly about: number;
  /** Moves of the game before it. */
  readonly after: number;
  readonly nodes: readonly number[];
}

const asked = signal<Following | undefined>(undefined);
export const following = computed(() =>
  asked.value?.nodes.includes(reviewed.value.tree.current) ? asked.value : undefined,
);
/** Moves of the game before the line that is shown. */
export const number = computed(
  () => following.value?.after ?? lines.movesOfGame(reviewed.value, reviewed.value.tree.current),
);
/** Whether the position shown is one of the game, and no line is followed. */
export const isInGame = computed(
  () => !following.value && noteAt(reviewed.value.tree.current)?.kind === "game",
);
/** Number of the move of the game that is shown, that the line was asked about, or that it left after. */
export const moveNumber = computed(() => following.value?.about ?? number.value);
export const reviewedMove = computed<ReviewedMove | undefined>(
  () => review.value?.moves[moveNumber.value - 1],
);
export const mistakes = computed(() => (review.value ? lines.mistakesOf(review.value) : []));

export const noteAt = (id: number) =>
  id === trees.ROOT ? { kind: "game" as const } : reviewed.value.notes.get(id);

/** Shows a game, after so many of its moves. */
export function open(id: string, move = 0): void {
  if (openId.peek() !== id) openId.value = id;
  if (lines.movesOfGame(reviewed.peek(), reviewed.peek().tree.current) !== move) toMove(move);
}

export function close(): void {
  openId.value = undefined;
}

// A new game, or a new review of it, makes a new tree; one stays at the same move.
effect(() => {
  const game = stored.value?.game;
  const found = review.value;
  const before = lines.movesOfGame(reviewed.peek(), reviewed.peek().tree.current);
  if (!game) {
    reviewed.value = empty;
    return;
  }
  const next = found ? lines.treeOfReview(found) : lines.treeOfGame(game);
  const current = lines.gameNode(next, before);
  asked.value = undefined;
  reviewed.value = { ...next, tree: trees.goTo(next.tree, current) };
});

export function updateAddress(): void {
  const id = openId.peek();
  if (id !== undefined) replaceHash("review", [id, String(number.peek())]);
}

function change(tree: trees.GameTree): void {
  if (tree.current === reviewed.peek().tree.current) return;
  reviewed.value = { ...reviewed.peek(), tree };
  updateAddress();
  const last = position.peek().moves.at(-1);
  announce(
    last === undefined
      ? t("game.start")
      : t("game.at", { number: position.peek().moves.length, point: nameOf(last) }),
  );
}

const tree = () => reviewed.peek().tree;
export const goTo = (id: number) => change(trees.goTo(tree(), id));
export const toMove = (moves: number) => {
  asked.value = undefined;
  goTo(lines.gameNode(reviewed.peek(), moves));
};
export const back = () => change(trees.back(tree()));
export const forward = () => {
  const { current } = tree();
  const nodes = following.peek()?.nodes ?? [];
  const next = nodes[nodes.indexOf(current) + 1];
  change(next === undefined || nodes.length === 0 ? trees.forward(tree()) : trees.goTo(tree(), next));
};
export const toStart = () => change(trees.toStart(tree()));
/** The end of the game, or of the line that is shown. */
export const toEnd = () => {
  if (isInGame.peek()) toMove(stored.peek()?.game.moves.length ?? 0);
  else goTo(following.peek()?.nodes.at(-1) ?? trees.toEnd(tree()).current);
};
export const backToGame = () => toMove(moveNumber.peek());

export const canBack = computed(() => reviewed.value.tree.current !== trees.ROOT);
export const canForward = computed(
  () => trees.nodeOf(reviewed.value.tree, reviewed.value.tree.current).children.length > 0,
);

/** The next move with a verdict after the one shown; the first one after the last. */
export function nextMistake(): void {
  const all = mistakes.peek();
  const next = all.find((move) => move.number > moveNumber.peek()) ?? all[0];
  if (next) toMove(next.number);
}

export function play(p: Point): void {
  const foul = foulAt(ruling.peek(), p);
  if (foul !== undefined) {
    notify(notice, foul);
    return;
  }
  change(trees.play(tree(), p));
}

/** Shows what answers the move of the game that is shown, or what was better: the first move of it. */
export function showLine(kind: "refutation" | "better"): void {
  const move = reviewedMove.peek();
  const line = kind === "refutation" ? move?.refutation : move?.best;
  if (!move || !line) return;
  const after = kind === "refutation" ? move.number : move.number - 1;
  const { reviewed: next, nodes } = lines.withLine(reviewed.peek(), after, line.moves, kind);
  const [first] = nodes;
  if (first === undefined) return;
  reviewed.value = { ...reviewed.peek(), notes: next.notes };
  asked.value = { kind, about: move.number, after, nodes };
  change(trees.goTo(next.tree, first));
}

/** What the engine says of a position that is not of the review. */
export const reply = signal<Answer | undefined>(undefined);
const NODES = 30_000;

effect(() => {
  const asked = position.value;
  reply.value = undefined;
  if (openId.value === undefined || noteAt(reviewed.value.tree.current) !== undefined) return;
  const control = new AbortController();
  getEngine()
    .then((engine) => engine.query({ ...toEngine(asked), nodes: NODES }, { signal: control.signal }))
    .then((answer) => {
      if (position.peek() === asked) reply.value = answer;
    })
    .catch(() => {
      // The board can be played on without an opinion.
    });
  return () => control.abort();
});
