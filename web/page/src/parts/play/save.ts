/** Games kept in the browser. What is read may be anything: only a game that can go on is accepted. */

import { numberIn, oneOf } from "../../app/persist";
import type { Point } from "../../board/points";
import { firstBadMove, RULES } from "../../game/position";
import { OPENINGS, PHASES } from "./opening";
import { type End, type GameSetup, type Played, type Player, positionOf, type Session } from "./session";

type Stored = Record<string, unknown>;

const asObject = (stored: unknown): Stored =>
  typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as Stored) : {};

const readLevel = numberIn(1, 10);
const readPoint = numberIn(0, 1023);
const isTime = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

const readPlayer = (stored: unknown): Player | undefined => (stored === "human" ? stored : readLevel(stored));

function readTime(stored: unknown): GameSetup["time"] {
  const { base, increment } = asObject(stored);
  return isTime(base) && isTime(increment) && base > 0 ? { base, increment } : undefined;
}

export function readSetup(stored: unknown): GameSetup | undefined {
  const { rule, size, players, time, opening, handicap, seed } = asObject(stored);
  const [black, white] = [readPlayer(asObject(players).black), readPlayer(asObject(players).white)];
  const setup = {
    rule: oneOf(RULES)(rule),
    size: numberIn(5, 22)(size),
    opening: oneOf(OPENINGS)(opening),
    handicap: numberIn(0, 9)(handicap),
    seed: numberIn(0, 2 ** 31)(seed),
  };
  if (black === undefined || white === undefined) return undefined;
  if (Object.values(setup).includes(undefined)) return undefined;
  return { ...setup, players: { black, white }, time: readTime(time) } as GameSetup;
}

function readMoves(stored: unknown): Played[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const moves = stored.map((entry) => {
    const { point, time } = asObject(entry);
    const p = readPoint(point);
    return p !== undefined && isTime(time) ? { point: p, time } : undefined;
  });
  return moves.every((move) => move !== undefined) ? moves : undefined;
}

function readEnd(stored: unknown): End | undefined {
  const { kind, outcome, loser } = asObject(stored);
  if (kind === "board" && typeof outcome === "string") return { kind, outcome };
  if ((kind === "resigned" || kind === "time") && (loser === "black" || loser === "white"))
    return { kind, loser };
  return undefined;
}

/** A paused game; its clock stands until it is continued. */
export function readSession(stored: unknown): Session | undefined {
  const { setup, phase, given, moves, settled, end, since } = asObject(stored);
  const read = {
    setup: readSetup(setup),
    phase: oneOf(PHASES)(phase),
    moves: readMoves(moves),
    settled: numberIn(0, 484)(settled),
  };
  const stones = Array.isArray(given) ? given.map(readPoint) : undefined;
  if (!stones?.every((p): p is Point => p !== undefined)) return undefined;
  if (Object.values(read).includes(undefined)) return undefined;
  const game = {
    ...(read as Pick<Session, "setup" | "phase" | "moves" | "settled">),
    given: stones,
    undone: [],
    end: readEnd(end),
    since: typeof since === "number" && Number.isFinite(since) && since <= 0 ? since : undefined,
  };
  const { setup: start, moves: played } = positionOf(game);
  const all = { setup: { ...start, black: [] }, moves: [...start.black, ...played] };
  return firstBadMove(all) === 0 ? game : undefined;
}
