/** A game between a person and the engine, or two persons: what may be done, and what follows. Pure. */

import { pointsNearMiddle } from "../../board/geometry";
import { columnOf, isOnBoard, type Point, rowOf } from "../../board/points";
import { type Color, colorOfMove, opposite, type Position, type Rule, stonesOf } from "../../game/position";
import type { ClockState, TimeControl } from "./clock";
import {
  actorOf,
  afterChoice,
  afterStone,
  type Choice,
  firstPhase,
  mustChoose,
  type Opening,
  type Phase,
  reachOf,
} from "./opening";

/** A person, or the engine on a level. */
export type Player = "human" | number;

export interface GameSetup {
  readonly rule: Rule;
  readonly size: number;
  readonly players: Readonly<Record<Color, Player>>;
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

export interface Played {
  readonly point: Point;
  /** Milliseconds. */
  readonly time: number;
}

export interface Session {
  readonly setup: GameSetup;
  readonly phase: Phase;
  /** Stones ahead of black. */
  readonly given: readonly Point[];
  readonly moves: readonly Played[];
  /** Moves taken back, the last one first to return. */
  readonly undone: readonly Played[];
  /** Moves of a swap2 opening, which cannot be taken back. */
  readonly settled: number;
  readonly end: End | undefined;
  /** Since when the side to act has been thinking; undefined while the clock stands. */
  readonly since: number | undefined;
}

export type Refusal = "over" | "taken" | "choose" | "reach" | "forbidden" | "engine";

export const newSession = (setup: GameSetup): Session => ({
  setup,
  phase: firstPhase(setup.opening),
  given: [],
  moves: [],
  undone: [],
  settled: 0,
  end: undefined,
  since: undefined,
});

export function positionOf(game: Session): Position {
  const { rule, size } = game.setup;
  const first = game.given.length > 0 ? "white" : "black";
  const setup = { rule, size, black: game.given, white: [], blocked: [], first } as const;
  return { setup, moves: game.moves.map(({ point }) => point) };
}

/** The colour of the next stone. */
export const colorToPlace = (game: Session): Color =>
  game.phase === "handicap" ? "black" : colorOfMove(positionOf(game).setup, game.moves.length);

/** The colour of the player who has to place a stone or to choose. */
export const actor = (game: Session): Color => actorOf(game.phase) ?? colorToPlace(game);

export const playerToAct = (game: Session): Player => game.setup.players[actor(game)];

export const isHumanTurn = (game: Session): boolean => !game.end && playerToAct(game) === "human";

export const mustChooseNow = (game: Session): boolean => !game.end && mustChoose(game.phase);

/** Points where the opening allows the next stone; undefined if anywhere. */
export function allowedPoints(game: Session): Point[] | undefined {
  const reach = reachOf(game.phase, game.moves.length);
  return reach === undefined ? undefined : pointsNearMiddle(game.setup.size, reach);
}

export function clockOf(game: Session): ClockState {
  const { setup } = positionOf(game);
  return {
    time: game.setup.time,
    taken: game.moves.map(({ time }, i) => ({ color: colorOfMove(setup, i), ms: time })),
    running: game.since === undefined || game.end ? undefined : actor(game),
    since: game.since ?? 0,
  };
}

/** Why a stone may not be placed there; `forbidden` are points that renju denies to black now. */
export function refusalOf(game: Session, p: Point, forbidden: readonly Point[]): Refusal | undefined {
  if (game.end) return "over";
  if (mustChoose(game.phase)) return "choose";
  if (!isOnBoard(columnOf(p), rowOf(p), game.setup.size) || stonesOf(positionOf(game)).has(p)) return "taken";
  if (allowedPoints(game)?.includes(p) === false) return "reach";
  return forbidden.includes(p) ? "forbidden" : undefined;
}

/** Places a stone that is not refused. */
export function place(game: Session, p: Point, now: number): Session {
  if (game.phase === "handicap") {
    const given = [...game.given, p];
    const phase = afterStone(game.phase, given.length, game.setup.handicap);
    return { ...game, given, phase, undone: [], since: phase === "free" ? now : undefined };
  }
  const time = game.since === undefined ? 0 : Math.max(0, Math.round(now - game.since));
  const moves = [...game.moves, { point: p, time }];
  const phase = afterStone(game.phase, moves.length, 0);
  return { ...game, moves, phase, undone: [], since: now };
}

/** Takes a colour, or asks for two more stones; undefined if there is nothing like that to choose. */
export function choose(game: Session, choice: Choice, now: number): Session | undefined {
  const after = afterChoice(game.phase, choice);
  if (!after || game.end) return undefined;
  const { black, white } = game.setup.players;
  const players = after.swaps ? { black: white, white: black } : game.setup.players;
  return {
    ...game,
    setup: { ...game.setup, players },
    phase: after.phase,
    settled: game.moves.length,
    since: now,
  };
}

/** How many moves taking back would lift: up to the last one of a person. */
function liftable(game: Session): number {
  const { setup } = positionOf(game);
  const people = Object.values(game.setup.players).includes("human");
  const isOwn = (i: number) => !people || game.setup.players[colorOfMove(setup, i)] === "human";
  for (let i = game.moves.length - 1; i >= game.settled; i--) {
    if (isOwn(i)) return game.moves.length - i;
  }
  return 0;
}

export const canTakeBack = (game: Session): boolean =>
  actorOf(game.phase) === undefined && liftable(game) > 0;

/** Takes back the last move of a person with what followed; the time it took is given back. */
export function takeBack(game: Session, now: number): Session {
  if (!canTakeBack(game)) return game;
  const count = liftable(game);
  const lifted = game.moves.slice(-count).reverse();
  return {
    ...game,
    moves: game.moves.slice(0, -count),
    undone: [...game.undone, ...lifted],
    end: undefined,
    since: now,
  };
}

/** The person to move gives up; against the engine, the person. */
export function resign(game: Session): Session {
  if (game.end) return game;
  const side = actor(game);
  const isEngine = game.setup.players[side] !== "human" && game.setup.players[opposite(side)] === "human";
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
