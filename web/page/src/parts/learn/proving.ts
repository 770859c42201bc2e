/** The proof that is walked through. */

import { computed, signal } from "@preact/signals";
import { announce, notify } from "../../app/announce";
import { replaceHash, route } from "../../app/route";
import { nameOf, type Point } from "../../board/points";
import { getEngine, type Proof } from "../../engine";
import { fromNames, toEngine } from "../../engine/convert";
import { foulAt } from "../../engine/outcome";
import { reasonInWords } from "../../engine/phrase";
import { refereeFor } from "../../engine/referee";
import { fromSegments, toSegments } from "../../game/hash";
import { emptySetup, type Position } from "../../game/position";
import { saying, t } from "../../i18n";
import { movesOf, turnOf, type Walk } from "./proofs";
import { shippedPuzzles } from "./puzzles";

/** The position that is proved. */
export const start = signal<Position>({ setup: emptySetup(), moves: [] });
export const walk = signal<Walk | undefined>(undefined);
export const searching = signal(false);
/** Whether a search was made and found nothing. */
export const failed = signal(false);
export const problem = saying();

export const position = computed<Position>(() => ({
  setup: start.value.setup,
  moves: [...start.value.moves, ...(walk.value ? fromNames(movesOf(walk.value)) : [])],
}));
export const { ruling } = refereeFor(position);
/** Why nothing was played where the visitor clicked last. */
export const notice = saying(position);
export const turn = computed(() => walk.value && turnOf(walk.value));

/** Only a proof is wanted, not what other first moves do. */
const EFFORT = { nodes: 100_000, proofNodes: 1_000_000, otherNodes: 1 };

let control: AbortController | undefined;

/** Looks for a proof of the position of an address; false if it is none. */
export function load(segments: readonly string[]): boolean {
  const shared = fromSegments(segments);
  if (!shared) return false;
  void prove(shared.position);
  return true;
}

async function prove(asked: Position): Promise<void> {
  control?.abort();
  control = new AbortController();
  const { signal: end } = control;
  start.value = asked;
  walk.value = undefined;
  failed.value = false;
  problem.value = "";
  searching.value = true;
  try {
    const engine = await getEngine();
    const proof: Proof = await engine.solve(toEngine(asked), { ...EFFORT, signal: end });
    if (end.aborted) return;
    if (proof.proof) begin({ proof, defences: [] });
    else failed.value = true;
  } catch (error) {
    if (!end.aborted) problem.value = t("app.failed", { reason: reasonInWords(error) });
  } finally {
    if (!end.aborted) searching.value = false;
  }
}

export const stop = () => control?.abort();

function begin(next: Walk): void {
  walk.value = next;
  const move = turnOf(next)?.attack.move;
  if (move) announce(t("game.played", { color: t(`color.${next.proof.to_move}`), point: move }));
}

export function defend(p: Point): void {
  const now = walk.peek();
  if (!now || turn.peek()?.otherwise === undefined) return;
  const foul = foulAt(ruling.peek(), p);
  if (foul !== undefined) {
    notify(notice, foul);
    return;
  }
  begin({ ...now, defences: [...now.defences, nameOf(p)] });
}

export function undo(): void {
  const now = walk.peek();
  if (now && now.defences.length > 0) walk.value = { ...now, defences: now.defences.slice(0, -1) };
}

export function restart(): void {
  const now = walk.peek();
  if (now) walk.value = { ...now, defences: [] };
}

let shown = 0;

/** Begins with a puzzle of the collection that is won by threes: these proofs have branches. */
export async function showExample(): Promise<void> {
  const here = route.peek();
  const puzzles = (await shippedPuzzles()).filter((puzzle) => puzzle.kind === "threes" && puzzle.level <= 3);
  const puzzle = puzzles[(shown++ * 7) % puzzles.length];
  if (!puzzle || route.peek() !== here) return;
  const asked = { setup: emptySetup(puzzle.rule, puzzle.size), moves: fromNames(puzzle.moves) };
  replaceHash("learn", ["proof", ...toSegments(asked)]);
  await prove(asked);
}
