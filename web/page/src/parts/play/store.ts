/** The game that is played: its state, what the visitor can do, and the engine as opponent. */

import { computed, effect, signal } from "@preact/signals";
import { announce } from "../../app/announce";
import { persisted } from "../../app/persist";
import { foulInWords } from "../../board/describe";
import { randomFrom } from "../../board/grain";
import { nameOf, type Point, parsePoint } from "../../board/points";
import { type Engine, getEngine, type Hint } from "../../engine";
import { fromNames, toEngine } from "../../engine/convert";
import { reasonInWords } from "../../engine/phrase";
import { isOver, refereeFor } from "../../engine/referee";
import { t } from "../../i18n";
import { thinkingTime, timeLeft } from "./clock";
import type { Choice } from "./opening";
import { readSession, readSetup } from "./save";
import * as play from "./session";
import { stoneSound } from "./sound";

/** What the last game was played by, to begin the next one with. */
export const lastSetup = persisted<play.GameSetup | undefined>("play.setup", undefined, readSetup);

/** The game on the page; its clock runs only while the part is shown. */
export const session = signal<play.Session | undefined>(undefined);
const saved = persisted<play.Session | undefined>("play.game", undefined, readSession);

const EMPTY = play.positionOf(
  play.newSession({
    rule: "freestyle",
    size: 15,
    players: { black: "human", white: "human" },
    time: undefined,
    opening: "free",
    handicap: 0,
    seed: 0,
  }),
);
export const position = computed(() => (session.value ? play.positionOf(session.value) : EMPTY));
export const { ruling } = refereeFor(position);

export const hint = signal<Hint | undefined>(undefined);
export const isHinting = signal(false);
export const isThinking = signal(false);
export const message = signal("");
/** Milliseconds, for clocks that are shown. */
export const now = signal(0);

const clock = (): number => Math.round(performance.now());

function set(next: play.Session | undefined): void {
  hint.value = undefined;
  message.value = "";
  session.value = next;
  saved.value = next && play.pause(next, clock());
}

export function begin(setup: play.GameSetup): void {
  lastSetup.value = setup;
  set(play.newSession(setup));
  announce(t("play.begun"));
}

/** The same again; the colours change. */
export function rematch(): void {
  const setup = session.peek()?.setup;
  if (!setup) return;
  const { black, white } = setup.players;
  const players = setup.opening === "handicap" ? setup.players : { black: white, white: black };
  begin({ ...setup, players, seed: (setup.seed + 1) % 2 ** 31 });
}

export function leaveGame(): void {
  set(undefined);
}

function refuse(refusal: play.Refusal, p: Point): void {
  const kind = ruling.peek()?.forbidden.find((other) => other.point === p)?.kind ?? "";
  message.value =
    refusal === "forbidden"
      ? t("game.forbidden", { point: nameOf(p), kind: foulInWords(kind) })
      : t(`play.refused.${refusal}`);
  announce(message.value);
}

function place(p: Point): void {
  const game = session.peek();
  if (!game) return;
  const color = play.colorToPlace(game);
  set(play.place(game, p, clock()));
  stoneSound();
  announce(t("game.played", { color: t(`color.${color}`), point: nameOf(p) }));
}

/** A stone of a person. */
export function playAt(p: Point): void {
  const game = session.peek();
  if (!game) return;
  const forbidden = ruling.peek()?.forbidden.map((foul) => foul.point) ?? [];
  const isEngines = !game.end && !play.isHumanTurn(game);
  const refusal = isEngines ? "engine" : play.refusalOf(game, p, forbidden);
  if (refusal) refuse(refusal, p);
  else if (!isOver(ruling.peek())) place(p);
}

export function choose(choice: Choice): void {
  const game = session.peek();
  const next = game && play.choose(game, choice, clock());
  if (next) set(next);
}

export function takeBack(): void {
  const game = session.peek();
  if (!game || !play.canTakeBack(game)) return;
  set(play.takeBack(game, clock()));
  announce(t("play.takenBack"));
}

export function resign(): void {
  const game = session.peek();
  if (game) set(play.resign(game));
}

export async function askForHint(): Promise<void> {
  const asked = position.peek();
  isHinting.value = true;
  try {
    const engine = await getEngine();
    const found = await engine.hint(toEngine(asked));
    if (position.peek() === asked) hint.value = found;
  } catch (error) {
    fail(error);
  } finally {
    isHinting.value = false;
  }
}

const fail = (error: unknown): void => {
  if (error instanceof Error && error.name === "AbortError") return;
  message.value = t("app.failed", { reason: reasonInWords(error) });
};

/** Ends the game when the board or a clock says so. */
effect(() => {
  const game = session.value;
  const found = ruling.value;
  if (!game || game.end || !found || !isOver(found)) return;
  end({ kind: "board", outcome: found.outcome });
});

export function tick(): void {
  now.value = clock();
  const game = session.peek();
  if (!game || game.end) return;
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
  const asked = toEngine(play.positionOf(game));
  const allowed = play.allowedPoints(game)?.filter((p) => !play.refusalOf(game, p, []));
  const { seed, time } = game.setup;
  if (allowed && allowed.length > 0) {
    const chosen = allowed[Math.floor(randomFrom(seed + game.moves.length)() * allowed.length)] ?? 0;
    return () => place(chosen);
  }
  if (game.phase === "three" || game.phase === "choose" || game.phase === "choose-again") {
    const decision = await engine.swap2(asked, { seed, signal });
    return () => obey(decision);
  }
  const level = play.playerToAct(game);
  const left = timeLeft(play.clockOf(game), play.actor(game), clock());
  const options = { seed: seed + game.moves.length, time: Math.round(thinkingTime(time, left)), signal };
  const { move } = await engine.level(asked, level === "human" ? 10 : level, options);
  const p = move === null ? undefined : parsePoint(move);
  return () => p !== undefined && place(p);
}

function obey(decision: Awaited<ReturnType<Engine["swap2"]>>): void {
  if (decision.choice === "swap") choose("black");
  if (decision.choice === "put two") choose("two");
  if (decision.choice === "stay") choose("white");
  const moves =
    decision.choice === "stay" ? [decision.move] : decision.choice === "swap" ? [] : decision.moves;
  for (const p of fromNames(moves)) place(p);
}

/** Runs the game until the returned function is called, which pauses it. */
export function run(): () => void {
  if (!session.peek() && saved.peek()) session.value = play.unpause(saved.peek() as play.Session, clock());
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
  return () => {
    stopOpponent();
    clearInterval(timer);
    opponent?.abort();
    isThinking.value = false;
    const game = session.peek();
    saved.value = game && play.pause(game, clock());
    session.value = undefined;
  };
}
