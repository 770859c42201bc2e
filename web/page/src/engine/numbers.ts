/** Numbers of an analysis as short text. */

import { numeral } from "../i18n";
import type { Line } from "./index";

/** `1.23M`. */
export const short = (value: number): string =>
  numeral(value, { notation: "compact", maximumSignificantDigits: 3 });

const decimal = (value: number, digits: number): string =>
  numeral(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const seconds = (milliseconds: number): string =>
  milliseconds < 60_000
    ? `${decimal(milliseconds / 1000, 1)} s`
    : `${Math.floor(milliseconds / 60_000)}:${String(Math.floor((milliseconds % 60_000) / 1000)).padStart(2, "0")}`;

/** A winning chance, `54 %`; 0 and 100 only for what is certain. */
export function percent(chance: number, digits = 0): string {
  const least = 10 ** -digits;
  const isCertain = chance <= 0 || chance >= 1;
  const shown = isCertain ? chance * 100 : Math.min(Math.max(chance * 100, least), 100 - least);
  return `${decimal(shown, digits)} %`;
}

/** Own moves until the five, from plies. */
export const movesOf = (plies: number): number => Math.max(1, Math.ceil(plies / 2));

/** At most four characters, for a mark: `54`, `W3`, `L12`. */
export function valueOnMark(line: Line): string {
  if (line.win_in !== undefined) return `W${movesOf(line.win_in)}`;
  if (line.loss_in !== undefined) return `L${movesOf(line.loss_in)}`;
  return String(Math.round(line.win_rate * 100));
}
