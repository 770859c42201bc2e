/** Reads dropped, opened or pasted games. */

import { segmentsIn } from "../../app/route";
import { oddPoint } from "../../board/points";
import { type Game, getEngine } from "../../engine";
import { fromNames, gameOfPosition } from "../../engine/convert";
import { bytesOf, refusalOf } from "../../engine/files";
import { reasonInWords } from "../../engine/phrase";
import { fromSegments } from "../../game/hash";
import { emptySetup, firstBadMove, type Position } from "../../game/position";
import { t } from "../../i18n";

export interface ReadGame {
  readonly name: string;
  readonly game: Game;
}

/** The games that can be played through, and for people why others cannot. */
export interface ReadGames {
  readonly games: readonly ReadGame[];
  readonly problems: readonly string[];
}

/** A reason why nothing was read, for people. */
export class ReadError extends Error {}

export async function readGames(bytes: Uint8Array, name: string): Promise<ReadGames> {
  refuseLarge(bytes.length, name);
  const engine = await getEngine();
  let found: Game[];
  try {
    found = await engine.read(bytes, name);
  } catch (error) {
    throw new ReadError(t("review.notRead", { name, reason: reasonInWords(error) }));
  }
  const withMoves = found.filter((game) => game.moves.length > 0);
  if (withMoves.length === 0) throw new ReadError(t("review.noGames", { name }));
  const games: ReadGame[] = [];
  const problems: string[] = [];
  for (const [i, game] of withMoves.entries()) {
    const place = withMoves.length > 1 ? `${name} #${i + 1}` : name;
    const number = firstBadMove(startOf(game));
    if (number > 0) problems.push(t("review.badMoves", { name: place, number }));
    else games.push({ name: nameOfGame(game, place), game });
  }
  return { games, problems };
}

export const readFile = async (file: File): Promise<ReadGames> => {
  // Before all of it is in memory.
  refuseLarge(file.size, file.name);
  return readGames(new Uint8Array(await file.arrayBuffer()), file.name);
};

function refuseLarge(bytes: number, name: string): void {
  const refusal = refusalOf(bytes, name);
  if (refusal) throw new ReadError(refusal);
}

/** Pasted text: a game in any format, or the address of a position on this page. */
export async function readText(text: string): Promise<ReadGames> {
  const name = t("review.pasted");
  refuseLarge(text.length, name);
  const shared = fromSegments(segmentsIn(text));
  if (shared && shared.position.moves.length > 0) {
    return { games: [{ name, game: gameOfPosition(shared.position) }], problems: [] };
  }
  try {
    return await readGames(bytesOf(text), name);
  } catch (error) {
    const point = error instanceof ReadError ? oddPoint(text) : undefined;
    if (point === undefined) throw error;
    throw new ReadError(t("review.notRead", { name, reason: t("analyse.oddPoint", { point }) }));
  }
}

/** `Anna – Boris`, or where it was read. */
const nameOfGame = ({ black, white }: Game, place: string): string =>
  black && white ? `${black} – ${white}` : place;

/** The game as a position of the page, all moves played. */
export const startOf = (game: Game): Position => ({
  setup: emptySetup(game.rule ?? "freestyle", game.size),
  moves: fromNames(game.moves),
});
