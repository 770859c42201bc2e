/** Files of games, before the engine reads them. */

import { namesOf, parsePoints } from "../board/points";
import { t } from "../i18n";

/** Megabytes of the largest file that is read; `dolmen serve` takes no larger ones. */
const LARGEST = 8;

/** Why a file of so many bytes is not read, or a pasted text, which has no name; empty if it is. */
export const refusalOf = (bytes: number, name = t("review.pasted")): string =>
  bytes > LARGEST << 20 ? t("review.tooLarge", { name, size: LARGEST }) : "";

/**
 * A text for the engine, which knows no numbers of moves: a line that begins with number 1 begins a game.
 * Without numbers, lines of points may be several games.
 */
export function bytesOf(text: string): Uint8Array {
  const isNumbered = /\d[.)]/.test(text) && parsePoints(text);
  const games = isNumbered ? text.split(/^(?=[ \t]*1[.)])/m) : [];
  const lines = games.map((game) => namesOf(parsePoints(game) ?? []));
  return new TextEncoder().encode(isNumbered ? lines.join("\n") : text);
}
