/** The position that is explained, and what the engine says of it. */

import { computed, effect, signal } from "@preact/signals";
import { announce, notify } from "../../app/announce";
import { replaceHash } from "../../app/route";
import { nameOf, type Point } from "../../board/points";
import { getEngine, type Lesson } from "../../engine";
import { toEngine } from "../../engine/convert";
import { foulAt } from "../../engine/outcome";
import { reasonInWords } from "../../engine/phrase";
import { refereeFor } from "../../engine/referee";
import { fromSegments, toSegments } from "../../game/hash";
import { emptySetup, type Position, type Rule, sideToMove } from "../../game/position";
import { saying, t } from "../../i18n";

export const position = signal<Position>({ setup: emptySetup(), moves: [] });
export const { ruling } = refereeFor(position);
export const lesson = signal<Lesson | undefined>(undefined);
/** What went wrong last. */
export const problem = saying();
/** Points that are shown on the board, and moves of a line that is. */
export const lit = signal<readonly Point[]>([]);
export const ghosts = signal<readonly Point[]>([]);
/** Whether the visitor looks at this now: searches run only then. */
export const isShown = signal(false);

export const isEmpty = computed(() => {
  const { setup, moves } = position.value;
  return moves.length + setup.black.length + setup.white.length === 0;
});

/** Waits so long for more stones before it starts. */
const DELAY = 250;

effect(() => {
  const asked = position.value;
  lesson.value = undefined;
  problem.value = "";
  lit.value = [];
  ghosts.value = [];
  if (!isShown.value || isEmpty.value) return;
  const control = new AbortController();
  const timer = setTimeout(() => void explain(asked, control), DELAY);
  return () => {
    clearTimeout(timer);
    control.abort();
  };
});

async function explain(asked: Position, control: AbortController): Promise<void> {
  try {
    const engine = await getEngine();
    const found = await engine.explain(toEngine(asked), { signal: control.signal });
    if (control.signal.aborted) return;
    lesson.value = found;
  } catch (error) {
    if (!control.signal.aborted) problem.value = t("app.failed", { reason: reasonInWords(error) });
  }
}

function change(next: Position): void {
  position.value = next;
  updateAddress();
}

export const updateAddress = (): void => replaceHash("learn", ["explain", ...toSegments(position.peek())]);

/** Shows the position of an address; false if there is none. */
export function load(segments: readonly string[]): boolean {
  const shared = fromSegments(segments);
  if (shared) position.value = shared.position;
  return shared !== undefined;
}

export function play(p: Point): void {
  const foul = foulAt(ruling.peek(), p);
  if (foul !== undefined) {
    notify(problem, foul);
    return;
  }
  const now = position.peek();
  const color = sideToMove(now);
  change({ ...now, moves: [...now.moves, p] });
  announce(t("game.played", { color: t(`color.${color}`), point: nameOf(p) }));
}

export function undo(): void {
  const now = position.peek();
  if (now.moves.length > 0) change({ ...now, moves: now.moves.slice(0, -1) });
}

export function clear(): void {
  const { rule, size } = position.peek().setup;
  change({ setup: emptySetup(rule, size), moves: [] });
}

export function setRule(rule: Rule): void {
  const now = position.peek();
  change({ ...now, setup: { ...now.setup, rule } });
}
