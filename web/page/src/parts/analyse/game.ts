/** The game that is analysed: the tree, what changes it, and its address. */

import { computed, signal } from "@preact/signals";
import { announce, notify } from "../../app/announce";
import { hashOf, replaceHash, route } from "../../app/route";
import { type Symmetry, shift, transform } from "../../board/geometry";
import { nameOf, namesOf, type Point } from "../../board/points";
import { foulAt } from "../../engine/outcome";
import { refereeFor } from "../../engine/referee";
import { fromSegments, toSegments } from "../../game/hash";
import { emptySetup, isBare, type Position, type Rule, type Setup, sideToMove } from "../../game/position";
import * as trees from "../../game/tree";
import { saying, t } from "../../i18n";
import { clearEvaluations, evaluations } from "./evaluations";
import { keep, keptGame, placeIn } from "./kept";
import { askedLines, lines } from "./options";

export const tree = signal(keptGame());
keep(tree);

let shown: Position | undefined;
/** The same object while it is the same position: what is written at a move needs no new search. */
export const position = computed(() => {
  const now = trees.positionAt(tree.value);
  const isSame = shown?.setup === now.setup && namesOf(shown.moves) === namesOf(now.moves);
  if (!shown || !isSame) shown = now;
  return shown;
});
export const { ruling } = refereeFor(position);

/** The line that is shown as a preview, if any. */
export const preview = signal<readonly Point[] | undefined>(undefined);
/** Whether clicks block points instead of playing. */
export const blocking = signal(false);
/** What went wrong last. */
export const notice = saying();

export const canForward = computed(() => trees.nodeOf(tree.value, tree.value.current).children.length > 0);
export const isEmpty = computed(() => tree.value.nodes.size === 1 && isBare(tree.value.setup));
export const canBack = computed(() => tree.value.current !== trees.ROOT);

interface Taken {
  readonly before: trees.GameTree;
  readonly evaluations: typeof evaluations.value;
  /** The moves that are left, by which it is known whether they were changed since. */
  readonly left: trees.GameTree["nodes"];
}

/** Each may hold a large game. */
const MOST_TAKEN = 50;

/** The last first. */
const taken = signal<readonly Taken[]>([]);
/** Whether the last change of the moves took some away, or comments, which can be undone. */
export const canUndo = computed(() => taken.value[0]?.left === tree.value.nodes);

/** Takes moves or comments away. */
function take(next: trees.GameTree): void {
  const now = { before: tree.peek(), evaluations: evaluations.peek(), left: next.nodes };
  taken.value = [now, ...taken.peek()].slice(0, MOST_TAKEN);
  change(next);
  announce(t("analyse.taken"));
}

export function undo(): void {
  const [last, ...earlier] = taken.peek();
  if (!last || !canUndo.peek()) return;
  taken.value = earlier;
  change(last.before);
  evaluations.value = last.evaluations;
  announcePlace();
}

function change(next: trees.GameTree): void {
  preview.value = undefined;
  notice.value = "";
  tree.value = next;
  updateAddress();
}

export const updateAddress = (): void => replaceHash("analyse", toSegments(position.peek(), lines.peek()));

/** A whole address for other people. */
export const shareUrl = (): string =>
  location.href.replace(/#.*$/, "") + hashOf("analyse", toSegments(position.value, lines.value));

export function play(p: Point): void {
  const foul = foulAt(ruling.peek(), p);
  if (foul !== undefined) {
    notify(notice, foul);
    return;
  }
  const color = sideToMove(position.peek());
  change(trees.play(tree.peek(), p));
  announce(t("game.played", { color: t(`color.${color}`), point: nameOf(p) }));
}

/** Plays a whole line. */
export function playLine(line: readonly Point[]): void {
  change(line.reduce(trees.play, tree.peek()));
  announce(line.map(nameOf).join(" "));
}

type Step = (tree: trees.GameTree) => trees.GameTree;

function step(go: Step): void {
  const before = tree.peek();
  const after = go(before);
  if (after.current === before.current) return;
  change(after);
  announcePlace();
}

function announcePlace(): void {
  const number = trees.depthOf(tree.peek());
  announce(
    number === 0
      ? t("game.start")
      : t("game.at", { number, point: nameOf(position.peek().moves.at(-1) ?? 0) }),
  );
}

export const back = () => step(trees.back);
export const forward = () => step(trees.forward);
export const toStart = () => step(trees.toStart);
export const toEnd = () => step(trees.toEnd);
export const goTo = (id: number) => step((now) => trees.goTo(now, id));

/** Removes the current move and all that follows; at the start there is no move to remove. */
export function removeCurrent(): void {
  if (!canBack.peek()) return;
  const now = tree.peek();
  const { children, comment } = trees.nodeOf(now, now.current);
  const left = trees.remove(now, now.current);
  const losesRecord = trees.recordOf(now) && !trees.recordOf(left);
  // A single move is played again by a click.
  const remove = children.length > 0 || comment || losesRecord ? take : change;
  remove(left);
}

export function promoteCurrent(): void {
  change(trees.promote(tree.peek(), tree.peek().current));
}

export function load(next: Position): void {
  loadTree(trees.newGame(next.setup, next.moves));
}

export function loadTree(next: trees.GameTree): void {
  const isBlank = isEmpty.peek() && !trees.nodeOf(tree.peek(), trees.ROOT).comment;
  const replace = isBlank ? change : take;
  replace(next);
  clearEvaluations();
}

/** Writes something at the current move, or at the start. */
export function comment(text: string): void {
  tree.value = trees.write(tree.peek(), text);
}

export function clear(): void {
  const { rule, size } = tree.peek().setup;
  load({ setup: emptySetup(rule, size), moves: [] });
}

/** Goes to what an address says, or begins anew with it; false if it says nothing that can be understood. */
export function loadSegments(segments: readonly string[]): boolean {
  if (segments.join("/") === toSegments(position.peek(), lines.peek()).join("/")) return true;
  const shared = fromSegments(segments);
  if (!shared) return false;
  askedLines.value = shared.lines;
  const known = placeIn(tree.peek(), shared.position);
  // The browser's back button leads to what a link took away.
  const before = taken.peek()[0]?.before;
  const former = before && placeIn(before, shared.position);
  if (known) change(known);
  else if (former) loadTree(former);
  else load(shared.position);
  return true;
}

export function setRule(rule: Rule): void {
  clearEvaluations();
  change({ ...tree.peek(), setup: { ...tree.peek().setup, rule } });
}

/** Keeps the stones around the middle; a size for which they do not fit is refused. */
export function setSize(size: number): void {
  const { setup } = tree.peek();
  const by = Math.floor(size / 2) - Math.floor(setup.size / 2);
  const moved = mapped((p) => shift(p, by, by, size), { ...setup, size });
  if (!moved) {
    notice.value = t("analyse.tooSmall", { size });
    return;
  }
  clearEvaluations();
  change(moved);
}

/** Blocks a free point, or frees a blocked one. */
export function toggleBlocked(p: Point): void {
  const now = tree.peek();
  const { blocked, black, white } = now.setup;
  if (black.includes(p) || white.includes(p) || position.peek().moves.includes(p)) return;
  if ([...now.nodes.values()].some((node) => node.move === p)) {
    notify(notice, t("analyse.inVariation", { point: nameOf(p) }));
    return;
  }
  clearEvaluations();
  const next = blocked.includes(p) ? blocked.filter((other) => other !== p) : [...blocked, p];
  change({ ...now, setup: { ...now.setup, blocked: next } });
  announce(t(blocked.includes(p) ? "analyse.unblocked" : "analyse.blocked", { point: nameOf(p) }));
}

export function applySymmetry(symmetry: Symmetry): void {
  const { size } = tree.peek().setup;
  const moved = mapped((p) => transform(p, symmetry, size), tree.peek().setup);
  if (moved) change(moved);
}

export function applyShift(columns: number, rows: number): void {
  const { size } = tree.peek().setup;
  const moved = mapped((p) => shift(p, columns, rows, size), tree.peek().setup);
  if (!moved) {
    notice.value = t("analyse.noRoom");
    return;
  }
  // A stone is worth something else at another distance from the edge.
  clearEvaluations();
  change(moved);
}

/** The tree with all stones and points moved; undefined if one would leave the board. */
function mapped(map: (p: Point) => Point | undefined, setup: Setup): trees.GameTree | undefined {
  const all = (points: readonly Point[]): Point[] | undefined => {
    const moved = points.flatMap((p) => map(p) ?? []);
    return moved.length === points.length ? moved : undefined;
  };
  const [black, white, blocked] = [all(setup.black), all(setup.white), all(setup.blocked)];
  if (!black || !white || !blocked) return undefined;
  return trees.mapTree(tree.peek(), { ...setup, black, white, blocked }, map);
}

// The address that the page is loaded with, ahead of the first picture.
if (route.peek().part === "analyse" && route.peek().rest.some(Boolean)) loadSegments(route.peek().rest);
