/** The game that is played: its state, what the visitor can do, and the engine as opponent. */

import { computed, effect, signal } from "@preact/signals";
import { announce, notify } from "../../app/announce";
import { persisted, sharedByTabs } from "../../app/persist";
import { foulInWords } from "../../board/describe";
import { nameOf, type Point, parsePoint } from "../../board/points";
import {
  type Engine,
  engineFailure,
  getEngine,
  type Hint,
  isEngineLoading,
  type OpeningAct,
} from "../../engine";
import { toEngine } from "../../engine/convert";
import { foulAt, openingName } from "../../engine/outcome";
import { reasonInWords } from "../../engine/phrase";
import { isOver, refereeFor } from "../../engine/referee";
import type { Position } from "../../game/position";
import { saying, t } from "../../i18n";
import { thinkingTime, timeLeft } from "./clock";
import { OVER, type Standing } from "./opening";
import { reasonInWords as whyInWords } from "./reasons";
import { readSaved, readSetup, revived, type Saved } from "./save";
import * as play from "./session";
import { stoneSound } from "./sound";
import { actInWords, askInWords, newsInWords } from "./words";

/** What the last game was played by, to begin the next one with. */
export const lastSetup = persisted<play.GameSetup | undefined>("play.setup", undefined, readSetup);

/** The game on the page; its clock runs only while the part is shown. */
export const session = signal<play.Session | undefined>(undefined);
const saved = sharedByTabs<Saved | undefined>("play.game", undefined, readSaved);
/** The kept game that the one on the page is; another one is from another tab, or has to be fetched. */
let known: Saved | undefined;

const EMPTY = play.positionOf(
  play.newSession({
    rule: "freestyle",
    size: 15,
    players: { first: "human", second: "human" },
    time: undefined,
    opening: "free",
    handicap: 0,
    seed: 0,
  }),
);
export const position = computed(() => (session.value ? play.positionOf(session.value) : EMPTY));
export const { ruling } = refereeFor(position);

export const hint = signal<Hint | undefined>(undefined);
/** What the engine would do in the opening. */
export const advice = signal<readonly OpeningAct[]>([]);
export const isHinting = signal(false);
export const isThinking = signal(false);
/** Whether a game that was kept is being fetched. */
export const isWaking = signal(false);
/** Whether a game is about to begin. */
export const isBeginning = signal(false);
/** That a game comes with the engine, which tells how its opening stands; empty if nothing waits for that. */
export const waiting = computed(() =>
  (isBeginning.value || isWaking.value) && isEngineLoading.value ? t("play.loading") : "",
);
effect(() => {
  if (waiting.value) announce(waiting.value);
});
export const message = saying();
/** What the engine did last in the opening. */
export const news = saying();
/** Milliseconds, for clocks that are shown. */
export const now = signal(0);

/** Whether the part is shown; what the engine answers later changes no game. */
let isShown = false;

const clock = (): number => Math.round(performance.now());

/** Without what the engine tells again. */
const keep = (game: play.Session | undefined): void => {
  if (game) {
    const { standing: _, ...rest } = play.pause(game, clock());
    known = rest;
  } else known = undefined;
  saved.value = known;
};

/** Nothing that was said of another game stays. */
function show(next: play.Session | undefined): void {
  hint.value = undefined;
  advice.value = [];
  message.value = "";
  news.value = "";
  session.value = next;
}

function set(next: play.Session | undefined): void {
  show(next);
  keep(next);
}

let queue: Promise<void> = Promise.resolve();

/** Does one thing after the other: in an opening the engine is asked what follows from each. */
function inTurn(step: () => Promise<void> | void): void {
  queue = queue.then(step).catch(fail);
}

/** How the opening of such a game stands. */
async function standingOf(game: Pick<play.Session, "setup" | "acts">): Promise<Standing> {
  const query = play.openingOf(game);
  return query ? (await getEngine()).opening(query) : OVER;
}

/** Says what was done and, in an opening, what a person is to do now. */
function tell(before: play.Session, after: play.Session): void {
  const done = newsInWords(before, after);
  const expected = play.isOpening(after) && play.isHumanTurn(after) ? [askInWords(after)] : [];
  announce([...done, ...expected].join(" "));
}

export function begin(setup: play.GameSetup): void {
  lastSetup.value = setup;
  isBeginning.value = true;
  inTurn(async () => {
    const standing = await standingOf({ setup, acts: [] }).finally(() => {
      isBeginning.value = false;
    });
    if (!isShown) return;
    const game = play.newSession(setup, standing);
    set(game);
    const expected = play.isOpening(game) && play.isHumanTurn(game) ? askInWords(game) : "";
    announce([t("play.begun"), expected].filter(Boolean).join(". "));
  });
}

/** The same again; the players change places. */
export function rematch(): void {
  const setup = session.peek()?.setup;
  if (!setup) return;
  const { first, second } = setup.players;
  const players = setup.opening === "handicap" ? setup.players : { first: second, second: first };
  begin({ ...setup, players, seed: (setup.seed + 1) % 2 ** 31 });
}

export function leaveGame(): void {
  set(undefined);
}

function refuse(game: play.Session, refusal: play.Refusal, p: Point): void {
  const isZone = refusal === "zone";
  notify(message, isZone ? askInWords(game) : (foulAt(ruling.peek(), p) ?? t(`play.refused.${refusal}`)));
}

function place(p: Point): void {
  const game = session.peek();
  if (!game) return;
  const next = play.place(game, p, clock());
  const color = t(`color.${play.colorToPlace(game)}`);
  set(next);
  stoneSound();
  announce(t("game.played", { color, point: nameOf(p) }));
}

/** Does something in the opening, several things only if one player does them all. */
async function act(acts: readonly OpeningAct[]): Promise<void> {
  const game = session.peek();
  if (!game || !play.isOpening(game)) return;
  const standing = await standingOf({
    setup: game.setup,
    acts: play.act(game, acts, game.standing, 0).acts,
  });
  if (session.peek() !== game) return;
  const next = play.act(game, acts, standing, clock());
  set(next);
  if (play.playerToAct(game) !== "human") news.value = newsInWords(game, next).join(" ");
  if (standing.moves.length > game.standing.moves.length) stoneSound();
  tell(game, next);
}

/** Fulfilled when the referee has ruled, or cannot. */
const whenRuled = () =>
  new Promise<void>((resolve) => {
    const stop = effect(() => {
      if (!ruling.value && !engineFailure.value) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });

/** Fewer stones make no five. */
const mayBeOver = ({ setup, moves }: Position): boolean => setup.black.length + moves.length >= 5;

/** A stone of a person. */
export function playAt(p: Point): void {
  inTurn(async () => {
    // Nobody loses by a foul, or plays on after a five, because the engine is still being loaded.
    if (session.peek()?.setup.rule === "renju" || mayBeOver(position.peek())) await whenRuled();
    const game = session.peek();
    if (!game) return;
    const forbidden = ruling.peek()?.forbidden.map((foul) => foul.point) ?? [];
    const isEngines = !game.end && !play.isHumanTurn(game);
    const refusal = isEngines ? "engine" : play.refusalOf(game, p, forbidden);
    if (refusal) refuse(game, refusal, p);
    else if (play.isOpening(game)) await act([nameOf(p)]);
    else if (!isOver(ruling.peek())) place(p);
  });
}

/** A fifth move that a person picks by its name. */
export function pick(name: string): void {
  const p = parsePoint(name);
  if (p !== undefined) playAt(p);
}

/** A choice of a person. */
export function choose(choice: OpeningAct): void {
  inTurn(async () => {
    const game = session.peek();
    if (game && play.isHumanTurn(game) && game.standing.choices.includes(choice)) await act([choice]);
  });
}

export function takeBack(): void {
  inTurn(async () => {
    const game = session.peek();
    const before = game && play.beforeLast(game);
    if (!before) return;
    const isSame = before.acts.length === game.acts.length;
    const standing = isSame ? game.standing : await standingOf({ setup: game.setup, acts: before.acts });
    if (session.peek() !== game) return;
    set(play.takenBack(game, before, standing, clock()));
    announce(t("play.takenBack"));
  });
}

export function resign(): void {
  const game = session.peek();
  const how = game && play.resign(game).end;
  if (how) end(how);
}

let hinting: AbortController | undefined;

export async function askForHint(): Promise<void> {
  const asked = session.peek();
  if (!asked) return;
  const control = new AbortController();
  const { signal } = control;
  hinting = control;
  isHinting.value = true;
  try {
    const engine = await getEngine();
    const query = play.isOpening(asked) ? play.openingOf(asked) : undefined;
    if (query) {
      const { acts } = await engine.playOpening(query, { seed: asked.setup.seed, signal });
      if (session.peek() !== asked) return;
      advice.value = acts;
      announce(acts.map(actInWords).join(", "));
    } else {
      const found = await engine.hint(toEngine(play.positionOf(asked)), { signal });
      if (session.peek() !== asked) return;
      hint.value = found;
      announce([`${found.move}.`, ...found.reasons.map(whyInWords)].join(" "));
    }
  } catch (error) {
    fail(error);
  } finally {
    if (hinting === control) isHinting.value = false;
  }
}

/** The engine answers the next move without finding the hint first that nobody waits for. */
effect(() => {
  void session.value;
  hinting?.abort();
});

export const fail = (error: unknown): void => {
  if (error instanceof Error && error.name === "AbortError") return;
  message.value = t("app.failed", { reason: reasonInWords(error) });
};

/** Ends the game when the board or a clock says so. */
effect(() => {
  const game = session.value;
  const found = ruling.value;
  if (!game || game.end || !found || !isOver(found) || found.outcome === "refused") return;
  end({ kind: "board", outcome: found.outcome });
});

export function tick(): void {
  now.value = clock();
  const game = session.peek();
  // Another tab may have gone on with it.
  if (!game || game.end || document.hidden) return;
  const state = play.clockOf(game);
  if (state.running && timeLeft(state, state.running, now.peek()) === 0) {
    end({ kind: "time", loser: state.running });
  }
}

function end(how: play.End): void {
  const game = session.peek();
  if (!game) return;
  set(play.finish(game, how));
  announce(resultInWords(how));
}

export function resultInWords(how: play.End): string {
  const winner = play.winnerOf(how);
  if (!winner) return t("game.draw");
  const color = t(`color.${winner}`);
  if (how.kind === "resigned") return t("play.wonByResignation", { color });
  if (how.kind === "time") return t("play.wonOnTime", { color });
  if (how.outcome.startsWith("foul"))
    return t("game.foul", { kind: foulInWords(how.outcome.replace("foul ", "")) });
  return t("game.wins", { color });
}

/** A move shown at once looks like a twitch. */
const LEAST_DELAY = 250;

let opponent: AbortController | undefined;

function answerAsEngine(game: play.Session): void {
  opponent?.abort();
  const control = new AbortController();
  opponent = control;
  isThinking.value = true;
  const wait = new Promise((resolve) => setTimeout(resolve, LEAST_DELAY));
  getEngine()
    .then((engine) => decide(engine, game, control.signal))
    .then(async (act) => {
      await wait;
      if (!control.signal.aborted && session.peek() === game) act();
    })
    .catch((error) => {
      if (!control.signal.aborted) fail(error);
    })
    .finally(() => {
      if (opponent === control) isThinking.value = false;
    });
}

/** What the engine does, as something still to be done. */
async function decide(engine: Engine, game: play.Session, signal: AbortSignal): Promise<() => void> {
  const { seed, time } = game.setup;
  const opening = play.isOpening(game) ? play.openingOf(game) : undefined;
  if (opening) {
    const { acts } = await engine.playOpening(opening, { seed, signal });
    return () => inTurn(() => (session.peek() === game ? act(acts) : undefined));
  }
  const level = play.playerToAct(game);
  const left = timeLeft(play.clockOf(game), play.actor(game), clock());
  const { moves } = play.positionOf(game);
  const options = { seed: seed + moves.length, time: Math.round(thinkingTime(time, left)), signal };
  const asked = toEngine(play.positionOf(game));
  const { move } = await engine.level(asked, level === "human" ? 10 : level, options);
  const p = move === null ? undefined : parsePoint(move);
  return () => p !== undefined && place(p);
}

/** Says the name of an opening of renju once its three stones lie. */
effect(() => {
  const opening = ruling.value?.opening;
  if (opening && position.peek().moves.length === 3)
    announce(t("game.opening", { name: openingName(opening) }));
});

/** Fetches the game that was kept, unless the part is left or another tab goes on with it meanwhile. */
async function wake(): Promise<void> {
  const kept = saved.peek();
  try {
    if (!kept || kept === known) return;
    const game = revived(kept, await standingOf(kept));
    if (!isShown || saved.peek() !== kept) return;
    known = kept;
    session.value = game && play.unpause(game, clock());
    if (!game) keep(undefined);
  } finally {
    isWaking.value = false;
  }
}

/** Takes the game that is kept when it is not the one on the page: of two tabs the one looked at plays it. */
function follow(): void {
  if (saved.value === known) return;
  show(undefined);
  known = undefined;
  isWaking.value = saved.value !== undefined;
  if (!document.hidden) inTurn(wake);
}

/** Runs the game until the returned function is called, which pauses it. */
export function run(): () => void {
  isShown = true;
  const stopFollowing = effect(follow);
  const pause = () => session.peek() && keep(session.peek());
  const onVisibility = () => (document.hidden ? pause() : follow());
  document.addEventListener("visibilitychange", onVisibility);
  const stopOpponent = effect(() => {
    const game = session.value;
    const isOpen = ruling.value?.outcome === "open";
    if (game && isOpen && !game.end && play.playerToAct(game) !== "human") answerAsEngine(game);
    else if (!game || game.end || play.isHumanTurn(game)) {
      opponent?.abort();
      isThinking.value = false;
    }
  });
  const timer = setInterval(tick, 100);
  tick();
  window.addEventListener("pagehide", pause);
  return () => {
    isShown = false;
    stopFollowing();
    document.removeEventListener("visibilitychange", onVisibility);
    stopOpponent();
    clearInterval(timer);
    opponent?.abort();
    isThinking.value = false;
    window.removeEventListener("pagehide", pause);
    pause();
    session.value = undefined;
    known = undefined;
  };
}
