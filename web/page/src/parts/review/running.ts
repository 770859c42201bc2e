/** Reviews that run or wait, one after another, on an engine of their own. */

import { effect, signal } from "@preact/signals";
import { announce } from "../../app/announce";
import { oneOf, persisted } from "../../app/persist";
import { type Engine, type ReviewProgress, startBackground } from "../../engine";
import { reasonInWords } from "../../engine/phrase";
import { t } from "../../i18n";
import { addBlunders } from "../learn/own";
import { games, updateGame } from "./library";

/** Positions searched for each position of a game. */
export const EFFORTS = { quick: 4000, normal: 20_000, deep: 100_000 } as const;
export type Effort = keyof typeof EFFORTS;
export const EFFORT_NAMES = Object.keys(EFFORTS) as Effort[];

export const effort = persisted<Effort>("review-effort", "normal", oneOf(EFFORT_NAMES));
/** Ids of games that wait. */
export const waiting = signal<readonly string[]>([]);
export const running = signal<{ readonly id: string; readonly progress?: ReviewProgress } | undefined>(
  undefined,
);
/** Why games were not reviewed, by their ids. */
const failures = signal<ReadonlyMap<string, unknown>>(new Map());

/** The same for people; undefined if nothing went wrong when the game was reviewed last. */
export function failureOf(id: string): string | undefined {
  const error = failures.value.get(id);
  return error === undefined ? undefined : inWords(error);
}

const inWords = (error: unknown): string =>
  error instanceof Error && error.name === "AbortError"
    ? t("review.stopped")
    : t("app.failed", { reason: reasonInWords(error) });

let control: AbortController | undefined;

/** Puts games at the end of the line, but for those that are in it. */
export function review(ids: readonly string[]): void {
  const isKnown = (id: string) => running.peek()?.id === id || waiting.peek().includes(id);
  waiting.value = [...waiting.peek(), ...ids.filter((id) => !isKnown(id))];
  if (!running.peek()) void work();
}

/** Reviews a game that has changed; a review of it that runs begins anew. */
export function reviewAnew(id: string): void {
  if (running.peek()?.id === id) {
    waiting.value = [id, ...waiting.peek()];
    control?.abort();
  } else review([id]);
}

/** Ends the review that runs, and forgets those that wait. */
export function cancel(): void {
  waiting.value = [];
  control?.abort();
}

const isKept = (id: string): boolean => games.value.some((game) => game.id === id);

// Nobody waits for the review of a game that is removed.
effect(() => {
  const now = running.value;
  if (now && !isKept(now.id)) control?.abort();
});
effect(() => {
  const kept = new Set(games.value.map(({ id }) => id));
  waiting.value = waiting.peek().filter((id) => kept.has(id));
});

async function work(): Promise<void> {
  let engine: Engine | undefined;
  for (let id = waiting.peek()[0]; id !== undefined; id = waiting.peek()[0]) {
    waiting.value = waiting.peek().slice(1);
    running.value = { id };
    failures.value = new Map([...failures.peek()].filter(([other]) => other !== id));
    control = new AbortController();
    try {
      engine ??= await startBackground();
      await reviewOne(engine, id, control.signal);
    } catch (error) {
      // It may be gone with its connection.
      engine?.close();
      engine = undefined;
      if (!waiting.peek().includes(id) && isKept(id)) fail(id, error);
    }
    running.value = undefined;
  }
  engine?.close();
}

function fail(id: string, error: unknown): void {
  failures.value = new Map(failures.peek()).set(id, error);
  const name = games.peek().find((game) => game.id === id)?.name;
  announce([name, inWords(error)].join(": "));
}

async function reviewOne(engine: Engine, id: string, signal: AbortSignal): Promise<void> {
  const stored = games.peek().find((game) => game.id === id);
  if (!stored) return;
  const found = await engine.review(stored.game, {
    nodes: EFFORTS[effort.peek()],
    name: stored.name,
    signal,
    onProgress: (progress) => {
      running.value = { id, progress };
    },
  });
  // It may have been removed meanwhile.
  if (!isKept(id)) return;
  updateGame(id, { review: found });
  addBlunders(id, found);
  announce(t("review.reviewed"));
}
