/** Runs the engine on the position shown, and on the next one when the position changes. */

import { effect, signal } from "@preact/signals";
import { announce } from "../../app/announce";
import { segmentsIn } from "../../app/route";
import { oddPoint, type Point, parsePoint, parsePoints } from "../../board/points";
import { type Answer, getEngine } from "../../engine";
import { toEngine, treeOfGame } from "../../engine/convert";
import { bytesOf, refusalOf } from "../../engine/files";
import { reasonInWords } from "../../engine/phrase";
import { valueInWords } from "../../engine/value";
import { fromSegments } from "../../game/hash";
import { emptySetup, firstBadMove, isBare, type Position } from "../../game/position";
import { t } from "../../i18n";
import { keepEvaluation } from "./evaluations";
import { load, loadSegments, loadTree, notice, playLine, position, tree } from "./game";
import { lines, memory, ponder, threads, time } from "./options";

/** Whether positions are analysed as they come. */
export const running = signal(false);
/** Whether the engine is at work now. */
export const searching = signal(false);
/** The latest answer on the position shown. */
export const answer = signal<Answer | undefined>(undefined);
/** First moves that the engine has looked at in this search. */
export const searched = signal<ReadonlySet<Point>>(new Set());

/** Searches without a limit end after a day. */
const NO_LIMIT = 24 * 3600 * 1000;
const PROGRESS = 150;
/** Waits so long before it starts, so that going through a game fast starts few searches. */
const DELAY = 80;

let current: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export const start = () => {
  // Why the last search failed says nothing of this one.
  notice.value = "";
  running.value = true;
};

export const stop = () => {
  running.value = false;
};

export const toggle = () => (running.peek() ? stop() : start());

function endSearch(): void {
  clearTimeout(timer);
  current?.abort();
  current = undefined;
  searching.value = false;
}

let analysed: Position | undefined;

effect(() => {
  const asked = position.value;
  const isNew = asked !== analysed;
  if (isNew) {
    if (analysed && !ponder.peek()) running.value = false;
    answer.value = undefined;
    searched.value = new Set();
  }
  analysed = asked;
  endSearch();
  if (!running.value) return;
  const options = {
    lines: lines.value,
    time: time.value || NO_LIMIT,
    threads: threads.value,
    memory: memory.value,
  };
  timer = setTimeout(() => search(asked, options), DELAY);
});

interface SearchSettings {
  lines: number;
  time: number;
  threads: number;
  memory: number;
}

async function search(asked: Position, { lines, time, threads, memory }: SearchSettings): Promise<void> {
  const control = new AbortController();
  current = control;
  searching.value = true;
  const show = onScreen(control, tree.peek().current);
  try {
    const engine = await getEngine();
    if (current !== control) return;
    const query = { ...toEngine(asked), lines, time, progress: PROGRESS, live: true };
    const final = await engine.query(query, { signal: control.signal, threads, memory, onProgress: show });
    show(final);
    const best = final.lines[0];
    if (best && final.status === "done" && current === control) {
      announce(t("analyse.found", { point: best.move, value: valueInWords(best) }));
    }
  } catch (error) {
    if (current === control) {
      stop();
      fail(error);
    }
  }
  if (current !== control) return;
  current = undefined;
  searching.value = false;
  if (!ponder.peek()) running.value = false;
}

/** Shows answers of a search, at most one a frame however many come. */
function onScreen(control: AbortController, node: number): (next: Answer) => void {
  let latest: Answer | undefined;
  const looked = new Set<Point>();
  const paint = () => {
    const next = latest;
    latest = undefined;
    if (current !== control || !next) return;
    answer.value = next;
    if (looked.size !== searched.peek().size) searched.value = new Set(looked);
    keepEvaluation(node, next);
  };
  return (next) => {
    if (current !== control || next.lines.length + next.nodes === 0) return;
    const p = next.searching && parsePoint(next.searching);
    if (p !== undefined && p !== "") looked.add(p);
    const isWaiting = latest !== undefined;
    latest = next;
    if (next.status !== "progress") paint();
    else if (!isWaiting) requestAnimationFrame(paint);
  };
}

function fail(error: unknown): void {
  notice.value = t("app.failed", { reason: reasonInWords(error) });
}

/** Whether the engine looks for balancing stones. */
export const balancing = signal(false);
let balancer: AbortController | undefined;

/** Plays one or two stones after which the game is even. */
export async function balance(stones: 1 | 2): Promise<void> {
  stop();
  const asked = position.peek();
  balancer = new AbortController();
  const { signal: end } = balancer;
  balancing.value = true;
  try {
    const engine = await getEngine();
    const { moves } = await engine.balance(toEngine(asked), stones, { memory: memory.peek(), signal: end });
    const points = moves.flatMap((name) => parsePoint(name) ?? []);
    if (position.peek() === asked) playLine(points);
  } catch (error) {
    if (!end.aborted) fail(error);
  } finally {
    balancing.value = false;
  }
}

/** Ends all that the engine does for this part. */
export function leave(): void {
  stop();
  balancer?.abort();
}

/** Reads a game from a file; the first one if there are several. False if there is none. */
export async function openGame(bytes: Uint8Array, name?: string): Promise<boolean> {
  notice.value = refusalOf(bytes.length, name);
  if (notice.value) return false;
  try {
    const engine = await getEngine();
    const { rule } = position.peek().setup;
    const games = await engine.readTrees(bytes, name, rule);
    const [game] = games;
    const found = game && treeOfGame({ rule, ...game });
    if (!found) {
      notice.value = t("analyse.notRead");
      return false;
    }
    loadTree(found);
    const missing = [
      games.length > 1 && t("analyse.firstGame", { count: games.length }),
      game.cut && t("analyse.cut", { shown: game.nodes.length, count: game.cut }),
      game.left_out && t("analyse.leftOut", { count: game.left_out }),
    ];
    notice.value = missing.filter(Boolean).join(" ");
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

export async function openFile(file: File): Promise<void> {
  // Before all of it is in memory.
  notice.value = refusalOf(file.size, file.name);
  if (notice.value) return;
  try {
    await openGame(new Uint8Array(await file.arrayBuffer()), file.name);
  } catch (error) {
    fail(error);
  }
}

/** Loads moves and nothing else, as of the rule and board shown; false if they are no such game. */
function loadMoves(text: string): boolean {
  const { rule, size } = position.peek().setup;
  const found = { setup: emptySetup(rule, size), moves: parsePoints(text) ?? [] };
  const isGame = found.moves.length > 0 && firstBadMove(found) === 0;
  if (isGame) load(found);
  return isGame;
}

/**
 * Opens what was pasted: an address of this page, moves, or a game in a format that the engine reads.
 * False if it is none.
 */
export async function openText(text: string): Promise<boolean> {
  notice.value = refusalOf(text.length);
  if (notice.value) return false;
  const segments = segmentsIn(text);
  const shared = fromSegments(segments)?.position;
  // A `#` alone, or with a number, is no address.
  const isPosition = shared && (shared.moves.length > 0 || !isBare(shared.setup));
  if (isPosition && loadSegments(segments)) return true;
  if (loadMoves(text) || (await openGame(bytesOf(text)))) return true;
  const point = oddPoint(text);
  if (point !== undefined) notice.value = t("analyse.oddPoint", { point });
  return false;
}
