/**
 * Games kept in the browser. What is read may be anything: only what may be a game is accepted; how its
 * opening stands, the engine has to tell.
 */

import { numberIn, oneOf } from "../../app/persist";
import type { Point } from "../../board/points";
import { firstBadMove, RULES } from "../../game/position";
import { isOfEngine, OPENINGS, type Standing } from "./opening";
import {
  type Done,
  type End,
  type GameSetup,
  type Played,
  type Player,
  positionOf,
  type Session,
} from "./session";

/** A game without what the engine tells. */
export type Saved = Omit<Session, "standing">;

type Stored = Record<string, unknown>;

const asObject = (stored: unknown): Stored =>
  typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as Stored) : {};

const readLevel = numberIn(1, 10);
const readPoint = numberIn(0, 1023);
const readRole = oneOf(["first", "second"] as const);
const isTime = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

const readPlayer = (stored: unknown): Player | undefined => (stored === "human" ? stored : readLevel(stored));

function readTime(stored: unknown): GameSetup["time"] {
  const { base, increment } = asObject(stored);
  return isTime(base) && isTime(increment) && base > 0 ? { base, increment } : undefined;
}

export function readSetup(stored: unknown): GameSetup | undefined {
  const { rule, size, players, time, opening, handicap, seed } = asObject(stored);
  const [first, second] = [readPlayer(asObject(players).first), readPlayer(asObject(players).second)];
  const setup = {
    rule: oneOf(RULES)(rule),
    size: numberIn(5, 22)(size),
    opening: oneOf(OPENINGS)(opening),
    handicap: numberIn(0, 9)(handicap),
    seed: numberIn(0, 2 ** 31)(seed),
  };
  if (first === undefined || second === undefined) return undefined;
  if (Object.values(setup).includes(undefined)) return undefined;
  return { ...setup, players: { first, second }, time: readTime(time) } as GameSetup;
}

/** A list of which every entry can be read. */
function readAll<T>(stored: unknown, read: (entry: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const entries = stored.map(read);
  return entries.every((entry): entry is Exclude<T, undefined> => entry !== undefined) ? entries : undefined;
}

function readMove(stored: unknown): Played | undefined {
  const { point, time } = asObject(stored);
  const p = readPoint(point);
  return p !== undefined && isTime(time) ? { point: p, time } : undefined;
}

function readDone(stored: unknown): Done | undefined {
  const { act, by, time } = asObject(stored);
  const role = readRole(by);
  return typeof act === "string" && role && isTime(time) ? { act, by: role, time } : undefined;
}

function readEnd(stored: unknown): End | undefined {
  const { kind, outcome, loser } = asObject(stored);
  if (kind === "board" && typeof outcome === "string") return { kind, outcome };
  if ((kind === "resigned" || kind === "time") && (loser === "black" || loser === "white"))
    return { kind, loser };
  return undefined;
}

/** A paused game; its clock stands until it is continued. */
export function readSaved(stored: unknown): Saved | undefined {
  const { setup, acts, given, moves, end, since } = asObject(stored);
  const read = {
    setup: readSetup(setup),
    acts: readAll(acts, readDone),
    given: readAll<Point>(given, readPoint),
    moves: readAll(moves, readMove),
  };
  if (Object.values(read).includes(undefined)) return undefined;
  const game = {
    ...(read as Pick<Session, "setup" | "acts" | "given" | "moves">),
    end: readEnd(end),
    since: typeof since === "number" && Number.isFinite(since) && since <= 0 ? since : undefined,
  };
  return isOfEngine(game.setup.opening) || game.acts.length === 0 ? game : undefined;
}

/** The game whose opening stands so; undefined if it cannot go on. */
export function revived(saved: Saved, standing: Standing): Session | undefined {
  const game = { ...saved, standing };
  if (standing.ask !== "over" && saved.moves.length > 0) return undefined;
  const { setup, moves } = positionOf(game);
  return firstBadMove({ setup: { ...setup, black: [] }, moves: [...setup.black, ...moves] }) === 0
    ? game
    : undefined;
}
