/** The puzzle that is being solved: what lies on the board, and what was said of the last move. */

import { computed, signal } from "@preact/signals";
import { announce, notify } from "../../app/announce";
import { nameOf, type Point } from "../../board/points";
import { getEngine } from "../../engine";
import { fromNames } from "../../engine/convert";
import { foulAt } from "../../engine/outcome";
import { reasonInWords } from "../../engine/phrase";
import { refereeFor } from "../../engine/referee";
import { colorOfMove, emptySetup, opposite, type Position } from "../../game/position";
import { saying, t } from "../../i18n";
import { type Judgement, judge, LAST_NODES, playedOn } from "./judge";
import { markHelped, markSolved, markWrong } from "./progress";
import type { Puzzle } from "./puzzles";

/** `open`: a move is wanted. `shown`: the solution can be walked. */
export type State = "open" | "checking" | "wrong" | "solved" | "shown";

export const puzzle = signal<Puzzle | undefined>(undefined);
export const state = signal<State>("open");
/** Moves of both sides after the puzzle, and how many of them lie on the board. */
export const line = signal<readonly string[]>([]);
export const at = signal(0);
export const message = saying();
/** 0: none. 1: how long the win is. 2: the move is marked. */
export const hints = signal(0);
export const hintedMove = signal<string | undefined>(undefined);
/** The last move of the visitor, if it was wrong. */
export const wrongMove = computed(() => (state.value === "wrong" ? line.value[wrongAt.value] : undefined));
const wrongAt = signal(0);
let isHelped = false;

const position = computed<Position>(() => {
  const now = puzzle.value;
  if (!now) return { setup: emptySetup(), moves: [] };
  const moves = fromNames([...now.moves, ...line.value.slice(0, at.value)]);
  return { setup: emptySetup(now.rule, now.size), moves };
});

export { position };
export const { ruling } = refereeFor(position);

/** The side that solves. */
export const solver = computed(() => {
  const now = puzzle.value;
  return now ? colorOfMove(emptySetup(), now.moves.length) : "black";
});
export const names = computed(() => ({
  color: t(`color.${solver.value}`),
  opponent: t(`color.${opposite(solver.value)}`),
}));
export const mayPlay = computed(() => state.value === "open" && at.value === line.value.length);

export function begin(next: Puzzle): void {
  puzzle.value = next;
  isHelped = false;
  hints.value = 0;
  restart();
}

/** The position of the puzzle again. */
export function restart(): void {
  state.value = "open";
  line.value = [];
  at.value = 0;
  message.value = "";
  hintedMove.value = undefined;
}

/** Goes back or forward in what was played or is shown. */
export function step(by: -1 | 1): void {
  at.value = Math.min(line.peek().length, Math.max(0, at.peek() + by));
}

const say = (text: string) => notify(message, text);

export async function play(p: Point): Promise<void> {
  const now = puzzle.peek();
  if (!now || !mayPlay.peek()) return;
  const move = nameOf(p);
  const foul = foulAt(ruling.peek(), p);
  if (foul !== undefined) {
    say(foul);
    return;
  }
  const played = [...line.peek(), move];
  const isStillAsked = () => puzzle.peek() === now && line.peek() === played;
  line.value = played;
  at.value = played.length;
  state.value = "checking";
  hintedMove.value = undefined;
  message.value = t("learn.checking", { move });
  try {
    const judgement = await judge(await getEngine(), now, played);
    if (isStillAsked()) show(now, move, judgement);
  } catch (error) {
    if (!isStillAsked()) return;
    line.value = played.slice(0, -1);
    at.value = line.peek().length;
    state.value = "open";
    say(t("app.failed", { reason: reasonInWords(error) }));
  }
}

function show(now: Puzzle, move: string, judgement: Judgement): void {
  switch (judgement.kind) {
    case "solved":
      finish(now);
      return;
    case "goOn":
      line.value = [...line.peek(), judgement.reply];
      at.value = line.peek().length;
      state.value = "open";
      say(t("learn.right", { move, opponent: names.peek().opponent, reply: judgement.reply }));
      return;
    case "loses":
    case "noWin":
      refute(now, move, judgement);
  }
}

function finish(now: Puzzle): void {
  state.value = "solved";
  if (isHelped) markHelped(now.id);
  else markSolved(now.id);
  say(t(isHelped ? "learn.doneHelped" : "learn.done"));
}

/** The answer to a wrong move is played at once, the rest can be walked through. */
function refute(now: Puzzle, move: string, judgement: Judgement & { kind: "loses" | "noWin" }): void {
  const before = line.peek().length;
  const [reply] = judgement.line;
  markWrong(now.id);
  wrongAt.value = before - 1;
  line.value = [...line.peek(), ...judgement.line];
  at.value = before + (reply === undefined ? 0 : 1);
  state.value = "wrong";
  if (judgement.kind === "loses") void extend(now, line.peek());
  const { opponent } = names.peek();
  if (reply === undefined) say(t("learn.wrongOver", { move }));
  else if (judgement.kind === "loses" && now.kind === "defence") {
    say(t("learn.wrongDefence", { move, opponent, moves: judgement.moves, reply }));
  } else say(t("learn.wrong", { move, opponent, reply }));
}

/** Adds the rest of a refutation when it is found. */
async function extend(now: Puzzle, shown: readonly string[]): Promise<void> {
  const longer = await getEngine()
    .then((engine) => playedOn(engine, now, shown))
    .catch(() => shown);
  if (line.peek() === shown) line.value = longer;
}

/** Takes back the wrong move and its answer, not the right moves before. What is done begins anew, without help. */
export function retry(): void {
  const now = state.peek();
  const kept = now === "wrong" ? line.peek().slice(0, wrongAt.peek()) : [];
  if (now === "solved" || now === "shown") {
    isHelped = false;
    hints.value = 0;
  }
  restart();
  line.value = kept;
  at.value = kept.length;
}

/** First how long the win is, then the move. */
export async function hint(): Promise<void> {
  const now = puzzle.peek();
  if (!now || state.peek() !== "open") return;
  at.value = line.peek().length;
  if (hints.peek() === 0) {
    hints.value = 1;
    return;
  }
  hints.value = 2;
  isHelped = true;
  const played = line.peek();
  try {
    const move = await nextMove(now, played);
    if (line.peek() !== played) return;
    hintedMove.value = move;
    message.value = t("learn.hintMove");
    announce([message.peek(), move].join(" "));
  } catch (error) {
    if (line.peek() === played) say(t("app.failed", { reason: reasonInWords(error) }));
  }
}

async function nextMove(now: Puzzle, played: readonly string[]): Promise<string | undefined> {
  if (played.length === 0) return now.answers[0];
  if (played.every((move, i) => now.line[i] === move)) return now.line[played.length];
  const { rule, size, moves } = now;
  const engine = await getEngine();
  const answer = await engine.query({ rule, size, moves: [...moves, ...played], nodes: LAST_NODES });
  return answer.lines[0]?.move;
}

export function showSolution(): void {
  const now = puzzle.peek();
  if (!now) return;
  isHelped = true;
  markHelped(now.id);
  restart();
  line.value = now.kind === "defence" ? now.answers.slice(0, 1) : now.line;
  at.value = 1;
  state.value = "shown";
  announce(now.answers.join(" "));
}
