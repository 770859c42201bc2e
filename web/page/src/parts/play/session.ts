/** A game between a person and the engine, or two persons: what may be done, and what follows. Pure. */

import { allPoints, columnOf, isOnBoard, nameOf, type Point, parsePoint, rowOf } from "../../board/points";
import type { OpeningAct, OpeningQuery } from "../../engine";
import { fromNames } from "../../engine/convert";
import { type Color, colorOfMove, opposite, type Position, type Rule, stonesOf } from "../../game/position";
import type { ClockState, TimeControl } from "./clock";
import { isOfEngine, type Opening, OVER, other, type Role, type Standing } from "./opening";

/** A person, or the engine on a level. */
export type Player = "human" | number;

export interface GameSetup {
  readonly rule: Rule;
  readonly size: number;
  /** The first one begins as black. */
  readonly players: Readonly<Record<Role, Player>>;
  readonly time: TimeControl | undefined;
  readonly opening: Opening;
  /** Stones that black places before the first white one, if the opening is `handicap`. */
  readonly handicap: number;
  /** Decides what the levels play. */
  readonly seed: number;
}

export type End =
  | { readonly kind: "board"; readonly outcome: string }
  | { readonly kind: "resigned"; readonly loser: Color }
  | { readonly kind: "time"; readonly loser: Color };

/** Times are milliseconds. */
export interface Played {
  readonly point: Point;
  readonly time: number;
}

/** Something done in the opening. */
export interface Done {
  readonly act: OpeningAct;
  readonly by: Role;
  readonly time: number;
}

export interface Session {
  readonly setup: GameSetup;
  /** What was done in the opening. */
  readonly acts: readonly Done[];
  /** How the opening stands after that. */
  readonly standing: Standing;
  /** Stones ahead of black. */
  readonly given: readonly Point[];
  /** Moves after the opening. */
  readonly moves: readonly Played[];
  readonly end: End | undefined;
  /** Since when the side to act has been thinking; undefined while the clock stands. */
  readonly since: number | undefined;
}

/** `zone`: the opening wants a stone elsewhere. `same`: like a fifth move offered before. */
export type Refusal = "over" | "taken" | "choose" | "zone" | "same" | "forbidden" | "engine";

export const newSession = (setup: GameSetup, standing: Standing = OVER): Session => ({
  setup,
  acts: [],
  standing,
  given: [],
  moves: [],
  end: undefined,
  since: undefined,
});

/** What the engine is asked about the opening; undefined if it has none to tell of. */
export function openingOf({ setup, acts }: Pick<Session, "setup" | "acts">): OpeningQuery | undefined {
  const { rule, size, opening } = setup;
  return isOfEngine(opening) ? { rule, size, opening, acts: acts.map(({ act }) => act) } : undefined;
}

export function positionOf(game: Session): Position {
  const { rule, size } = game.setup;
  const first = game.given.length > 0 ? "white" : "black";
  const setup = { rule, size, black: game.given, white: [], blocked: [], first } as const;
  return { setup, moves: [...fromNames(game.standing.moves), ...game.moves.map(({ point }) => point)] };
}

export const isOpening = (game: Session): boolean => !game.end && game.standing.ask !== "over";

/** Whether stones ahead of black are still to be placed. */
export const isGiving = (game: Session): boolean =>
  game.setup.opening === "handicap" && game.given.length < game.setup.handicap;

/** The colour of the next stone. */
export function colorToPlace(game: Session): Color {
  const { setup, moves } = positionOf(game);
  return isGiving(game) ? "black" : colorOfMove(setup, moves.length);
}

export const roleOf = ({ standing }: Session, color: Color): Role =>
  color === "black" ? standing.black : other(standing.black);

export const playerOf = (game: Session, color: Color): Player => game.setup.players[roleOf(game, color)];

/** The colour of the player who has to place a stone or to choose. */
export const actor = (game: Session): Color => game.standing.colour ?? colorToPlace(game);

export const playerToAct = (game: Session): Player => playerOf(game, actor(game));

export const isHumanTurn = (game: Session): boolean => !game.end && playerToAct(game) === "human";

/** Whether two people play. */
export const areBothHuman = ({ setup }: Session): boolean =>
  setup.players.first === "human" && setup.players.second === "human";

export const mustChooseNow = (game: Session): boolean => !game.end && game.standing.choices.length > 0;

const asksForPoint = (game: Session): boolean => ["stone", "offer", "pick"].includes(game.standing.ask);

/** Free points where the opening allows nothing now; `forbidden` ones are left to the rule of the game. */
export function closedPoints(game: Session, forbidden: readonly Point[]): Point[] {
  if (game.end || !asksForPoint(game)) return [];
  const open = new Set(fromNames(game.standing.points));
  const stones = stonesOf(positionOf(game));
  return allPoints(game.setup.size).filter((p) => !open.has(p) && !stones.has(p) && !forbidden.includes(p));
}

export function clockOf(game: Session): ClockState {
  const { setup, moves } = positionOf(game);
  const opening = moves.length - game.moves.length;
  return {
    time: game.setup.time,
    taken: [
      ...turnsOf(game),
      ...game.moves.map(({ time }, i) => ({ color: colorOfMove(setup, opening + i), ms: time })),
    ],
    running: game.since === undefined || game.end ? undefined : actor(game),
    since: game.since ?? 0,
  };
}

/** What a player does at a stretch in the opening is one turn. */
function turnsOf({ acts, standing }: Session): { color: Color; ms: number }[] {
  const turns: { color: Color; ms: number }[] = [];
  acts.forEach(({ by, time }, i) => {
    const last = turns.at(-1);
    if (last && acts[i - 1]?.by === by) last.ms += time;
    else turns.push({ color: by === standing.black ? "black" : "white", ms: time });
  });
  return turns;
}

/** Why a stone may not be placed there; `forbidden` are points that renju denies to black now. */
export function refusalOf(game: Session, p: Point, forbidden: readonly Point[]): Refusal | undefined {
  if (game.end) return "over";
  if (mustChooseNow(game)) return "choose";
  if (!isOnBoard(columnOf(p), rowOf(p), game.setup.size) || stonesOf(positionOf(game)).has(p)) return "taken";
  if (forbidden.includes(p)) return "forbidden";
  if (!asksForPoint(game) || game.standing.points.includes(nameOf(p))) return undefined;
  return game.standing.ask === "offer" ? "same" : "zone";
}

const timeSince = (game: Session, now: number): number =>
  game.since === undefined ? 0 : Math.max(0, Math.round(now - game.since));

/** Places a stone that is not refused, after the opening or ahead of it. */
export function place(game: Session, p: Point, now: number): Session {
  if (isGiving(game)) {
    const next = { ...game, given: [...game.given, p] };
    return { ...next, since: isGiving(next) ? undefined : now };
  }
  return { ...game, moves: [...game.moves, { point: p, time: timeSince(game, now) }], since: now };
}

/** What follows when a player did all this at once in the opening, which then stands so. */
export function act(game: Session, acts: readonly OpeningAct[], standing: Standing, now: number): Session {
  const by = game.standing.player ?? "first";
  const done = acts.map((act, i) => ({ act, by, time: i === 0 ? timeSince(game, now) : 0 }));
  return { ...game, acts: [...game.acts, ...done], standing, since: now };
}

/** What is left of a game by taking back. */
type Before = Pick<Session, "acts" | "given" | "moves">;

/**
 * What taking back leaves: all before the last act or stone of a person, undefined if there is none. Of a game
 * that was given up all is left.
 */
export function beforeLast(game: Session): Before | undefined {
  const { acts, given } = game;
  if (game.end?.kind === "resigned") return { acts, given, moves: game.moves };
  const { setup, moves } = positionOf(game);
  const opening = moves.length - game.moves.length;
  const players = Object.values(game.setup.players);
  const isOwn = (player: Player) => player === "human" || !players.includes("human");
  const ownMoves = game.moves.map((_, i) => isOwn(playerOf(game, colorOfMove(setup, opening + i))));
  const move = ownMoves.lastIndexOf(true);
  if (move >= 0) return { acts, given, moves: game.moves.slice(0, move) };
  if (given.length > 0 && isOwn(playerOf(game, "black")))
    return { acts, given: given.slice(0, -1), moves: [] };
  const done = acts.map(({ by }) => isOwn(game.setup.players[by])).lastIndexOf(true);
  return done >= 0 ? { acts: acts.slice(0, done), given, moves: [] } : undefined;
}

export const canTakeBack = (game: Session): boolean => beforeLast(game) !== undefined;

/** The game as it was before; the time that was taken since is given back. */
export function takenBack(game: Session, before: Before, standing: Standing, now: number): Session {
  const next = { ...game, ...before, standing, end: undefined };
  return { ...next, since: isGiving(next) ? undefined : now };
}

/** Milliseconds for each move of the game; of an opening with choices they are not known. */
export function timesOf(game: Session): number[] {
  const isStonesOnly = game.acts.length === game.standing.moves.length;
  const opening = isStonesOnly ? game.acts.map(({ time }) => time) : game.standing.moves.map(() => 0);
  return [...opening, ...game.moves.map(({ time }) => time)];
}

/** Stones at the beginning that are no free moves of the sides, because colours were chosen after them. */
export const openedOf = ({ acts, standing }: Session): number =>
  acts.every(({ act }) => parsePoint(act) !== undefined) ? 0 : standing.moves.length;

/** The person to move gives up; against the engine, the person. */
export function resign(game: Session): Session {
  if (game.end) return game;
  const side = actor(game);
  const isEngine = playerOf(game, side) !== "human" && playerOf(game, opposite(side)) === "human";
  return finish(game, { kind: "resigned", loser: isEngine ? opposite(side) : side });
}

export const finish = (game: Session, end: End): Session => ({ ...game, end, since: undefined });

export function winnerOf(end: End): Color | undefined {
  if (end.kind !== "board") return opposite(end.loser);
  if (end.outcome.startsWith("foul")) return "white";
  return end.outcome === "black" || end.outcome === "white" ? end.outcome : undefined;
}

/** Stops the clock, keeping the time that the running turn has taken: `since` becomes relative to 0. */
export const pause = (game: Session, now: number): Session =>
  game.since === undefined ? game : { ...game, since: game.since - now };

/** Lets the clock of a paused game run again. */
export const unpause = (game: Session, now: number): Session =>
  game.since === undefined ? game : { ...game, since: game.since + now };
