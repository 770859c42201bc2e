/** Whether a move solves a puzzle: any move that does, not only the known ones. */

import type { Engine } from "../../engine";
import { movesOf } from "../../engine/numbers";
import type { Puzzle } from "./puzzles";

/** Positions of a first search, and of one that has the last word. */
const NODES = 30_000;
export const LAST_NODES = 100_000;

export type Judgement =
  /** The puzzle is solved. */
  | { readonly kind: "solved" }
  /** The move wins; the defender holds out longest with this. */
  | { readonly kind: "goOn"; readonly reply: string }
  /** The other side wins with this line; `moves` until its five. */
  | { readonly kind: "loses"; readonly line: readonly string[]; readonly moves: number }
  /** No win was found after it; `line` is what would follow. */
  | { readonly kind: "noWin"; readonly line: readonly string[] };

/** Judges the last of the moves played, all of both sides from the puzzle on. */
export async function judge(engine: Engine, puzzle: Puzzle, played: readonly string[]): Promise<Judgement> {
  const { rule, size, moves } = puzzle;
  const position = { rule, size, moves: [...moves, ...played] };
  const { outcome } = await engine.rules(position);
  if (outcome === "draw" || outcome.startsWith("foul")) return { kind: "noWin", line: [] };
  if (outcome !== "open") return { kind: "solved" };
  const search = (nodes: number) => prospectOf(engine, position, nodes);
  return puzzle.kind === "defence"
    ? judgeDefence(puzzle, played, search)
    : judgeAttack(puzzle, played, search);
}

interface Prospect {
  /** For the side that has moved last. */
  readonly result: "wins" | "loses" | "open";
  /** Plies to the five, of a win or loss. */
  readonly plies: number;
  /** What follows, the other side's move first. */
  readonly line: readonly string[];
}

/** The most fours that are followed, one after another. */
const FORCED = 30;

/**
 * What a search says of the last move. Where only one answer to it is possible, the engine answers
 * without a search: then the answer is played, and the search begins behind it.
 */
export async function prospectOf(
  engine: Pick<Engine, "query">,
  position: Asked,
  nodes: number,
): Promise<Prospect> {
  const line: string[] = [];
  for (let forced = 0; forced < FORCED; forced++) {
    const moves = [...position.moves, ...line];
    const answer = await engine.query({ ...position, moves, nodes });
    const best = answer.lines[0];
    if (!best) break;
    const isOwnTurn = forced % 2 === 1;
    const plies = line.length + (best.win_in ?? best.loss_in ?? 0);
    if (best.win_in !== undefined || best.loss_in !== undefined) {
      const isWon = (best.win_in !== undefined) === isOwnTurn;
      return { result: isWon ? "wins" : "loses", plies, line: [...line, ...best.pv] };
    }
    if (answer.nodes > 0) return { result: "open", plies: 0, line: [...line, ...best.pv] };
    line.push(best.move);
  }
  return { result: "open", plies: 0, line };
}

type Asked = Pick<Puzzle, "rule" | "size"> & { readonly moves: readonly string[] };
type Search = (nodes: number) => Promise<Prospect>;

async function judgeDefence(puzzle: Puzzle, played: readonly string[], search: Search): Promise<Judgement> {
  if (puzzle.answers.includes(played[0] ?? "")) return { kind: "solved" };
  const found = await search(LAST_NODES);
  return found.result === "loses" ? loses(found) : { kind: "solved" };
}

async function judgeAttack(puzzle: Puzzle, played: readonly string[], search: Search): Promise<Judgement> {
  const isKnown = isKnownMove(puzzle, played);
  for (const nodes of [NODES, LAST_NODES]) {
    const found = await search(nodes);
    if (found.result === "loses") return loses(found);
    // Five follows whatever the defender does: no need to play that out.
    if (found.result === "wins" && found.plies <= 2) return { kind: "solved" };
    const reply = knownReply(puzzle, played) ?? found.line[0];
    if ((found.result === "wins" || isKnown) && reply !== undefined) return { kind: "goOn", reply };
    if (nodes === LAST_NODES) return { kind: "noWin", line: found.line };
  }
  return { kind: "noWin", line: [] };
}

const loses = ({ plies, line }: Prospect): Judgement => ({
  kind: "loses",
  line,
  moves: movesOf(plies),
});

/** Plies of the longest line that is shown. */
const LONGEST = 60;

/**
 * A line that wins by force is played on to its five: the first answer of a search may be its first
 * move alone. Ends where no win is found any more.
 */
export async function playedOn(engine: Engine, puzzle: Puzzle, played: readonly string[]): Promise<string[]> {
  const { rule, size, moves } = puzzle;
  const line = [...played];
  while (line.length < LONGEST) {
    const answer = await engine.query({ rule, size, moves: [...moves, ...line], nodes: NODES });
    const best = answer.lines[0];
    const isForced = answer.nodes === 0;
    if (!best || (best.win_in === undefined && best.loss_in === undefined && !isForced)) break;
    line.push(...best.pv);
  }
  return line;
}

const follows = (line: readonly string[], played: readonly string[]) =>
  played.every((move, i) => line[i] === move);

/** A first move known to win, or a move of the proved line. */
const isKnownMove = ({ answers, line }: Puzzle, played: readonly string[]): boolean =>
  follows(line, played) || (played.length === 1 && answers.includes(played[0] ?? ""));

/** The defence of the proved line. */
const knownReply = ({ line }: Puzzle, played: readonly string[]): string | undefined =>
  follows(line, played) ? line[played.length] : undefined;
