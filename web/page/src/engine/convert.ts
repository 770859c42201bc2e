/** Between the page's positions, with points as numbers, and the engine's, with names. */

import { nameOf, namesOf, type Point, parsePoint } from "../board/points";
import { emptySetup, isBare, type Position } from "../game/position";
import * as trees from "../game/tree";
import { t } from "../i18n";
import type { Position as EnginePosition, Game, GameFormat, GameTree } from "./index";

export function toEngine({ setup, moves }: Position): EnginePosition {
  const { rule, size, black, white, blocked, first } = setup;
  return {
    rule,
    size,
    moves: namesOf(moves),
    stones: { black: namesOf(black), white: namesOf(white), dead: namesOf(blocked) },
    first,
  };
}

/** Points of an answer; the engine names only points of the board. */
export const fromNames = (names: readonly string[]): Point[] =>
  names.flatMap((name) => parsePoint(name) ?? []);

export const toNames = (points: readonly Point[]): string[] => points.map(nameOf);

/** A recorded game, at the end of its main line or where that cannot be played on; undefined at its start. */
export function treeOfGame(game: GameTree): trees.GameTree | undefined {
  const { rule, size, moves, nodes, comment, black, white, details, times, opened, result } = game;
  const list = nodes.map(({ move, after = -1, comment = "" }) => ({
    move: parsePoint(move) ?? -1,
    after,
    comment,
  }));
  const tree = trees.ofList(emptySetup(rule, size), list, comment);
  // What cannot be played is no node.
  if (!tree || (moves.length > 0 && nodes.length === 0)) return undefined;
  const end = trees.toEnd(tree);
  const isWhole = trees.depthOf(end) === moves.length;
  return {
    ...(isWhole ? trees.withRecord(end, { times, opened, result }) : end),
    ...((black || white) && { players: [black ?? "", white ?? ""] }),
    ...(details && { details }),
  };
}

/** A game with its variations for a file. Throws, as {@link gameOfPosition}. */
export function gameOfTree(tree: trees.GameTree): GameTree {
  const [black, white] = tree.players ?? ["", ""];
  return {
    ...gameOfPosition(trees.positionAt(trees.toEnd(trees.toStart(tree)))),
    black,
    white,
    ...(tree.details && { details: tree.details }),
    ...trees.recordOf(tree),
    comment: trees.nodeOf(tree, trees.ROOT).comment ?? "",
    nodes: trees.listOf(tree).map(({ move, after, comment }) => ({
      move: nameOf(move),
      ...(after >= 0 && { after }),
      comment,
    })),
  };
}

/** The line shown, to its end, for a file without variations. Throws, as {@link gameOfPosition}. */
export function gameOfLine(tree: trees.GameTree): GameTree {
  const end = trees.toEnd(tree);
  return { ...gameOfTree(trees.promote(end, end.current)), nodes: [] };
}

/** Details that say nothing of the game: the program that wrote the file, and how that showed variations. */
const OF_PROGRAMS = ["AP", "ST"];

/** Whether the format has no place for some of what is known beside the moves. */
export function holdsLess(game: GameTree, format: GameFormat): boolean {
  if (format === "sgf") return false;
  const { black, white, times, opened, result, details = [], comment, nodes } = game;
  const beside =
    format === "psq" ? [comment, ...nodes.map((node) => node.comment)] : [black, white, times?.length];
  const isDetailed = details.some(([name]) => !OF_PROGRAMS.includes(name));
  return [opened, result, isDetailed, ...beside].some(Boolean);
}

/** A position as a recorded game. Throws, with a reason for people, if it starts from anything but an empty board. */
export function gameOfPosition({ setup, moves }: Position): Game & { moves: string[] } {
  if (!isBare(setup)) throw new Error(t("analyse.notBare"));
  return { rule: setup.rule, size: setup.size, moves: toNames(moves) };
}
