/** Reads dropped, opened or pasted games. */

import { segmentsIn } from "../../app/route";
import { type Game, getEngine } from "../../engine";
import { fromNames, gameOfPosition } from "../../engine/convert";
import { refusalOf } from "../../engine/files";
import { reasonInWords } from "../../engine/phrase";
import { fromSegments } from "../../game/hash";
import { emptySetup, firstBadMove, type Position } from "../../game/position";
import { t } from "../../i18n";

export interface ReadGame {
  readonly name: string;
  readonly game: Game;
}

/** A reason why nothing was read, for people. */
export class ReadError extends Error {}

export async function readGames(bytes: Uint8Array, name: string): Promise<ReadGame[]> {
  refuseLarge(bytes.length, name);
  const engine = await getEngine();
  let found: Game[];
  try {
    found = await engine.read(bytes, name);
  } catch (error) {
    throw new ReadError(t("review.notRead", { name, reason: reasonInWords(error) }));
  }
  const games = found.filter((game) => game.moves.length > 0);
  if (games.length === 0) throw new ReadError(t("review.noGames", { name }));
  for (const game of games) {
    const bad = firstBadMove(startOf(game));
    if (bad > 0) throw new ReadError(t("review.badMoves", { name, number: bad }));
  }
  return games.map((game, i) => ({ name: nameOfGame(game, name, games.length > 1 ? i + 1 : 0), game }));
}

export const readFile = async (file: File): Promise<ReadGame[]> => {
  // Before all of it is in memory.
  refuseLarge(file.size, file.name);
  return readGames(new Uint8Array(await file.arrayBuffer()), file.name);
};

function refuseLarge(bytes: number, name: string): void {
  const refusal = refusalOf(bytes, name);
  if (refusal) throw new ReadError(refusal);
}

/** Pasted text: a game in any format, or the address of a position on this page. */
export async function readText(text: string): Promise<ReadGame[]> {
  const name = t("review.pasted");
  const shared = fromSegments(segmentsIn(text));
  if (shared && shared.position.moves.length > 0) {
    return [{ name, game: gameOfPosition(shared.position) }];
  }
  return readGames(new TextEncoder().encode(text), name);
}

/** `Anna – Boris`, or the name of the file and the number of the game. */
function nameOfGame(game: Game, file: string, number: number): string {
  if (game.black && game.white) return `${game.black} – ${game.white}`;
  return number > 0 ? `${file} #${number}` : file;
}

/** The game as a position of the page, all moves played. */
export const startOf = (game: Game): Position => ({
  setup: emptySetup(game.rule ?? "freestyle", game.size),
  moves: fromNames(game.moves),
});
