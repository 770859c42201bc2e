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

export const percent = (chance: number, digits = 1): string => `${decimal(chance * 100, digits)} %`;

/** Own moves until the five, from plies. */
export const movesOf = (plies: number): number => Math.max(1, Math.ceil(plies / 2));

/** At most four characters, for a mark: `54`, `W3`, `L12`. */
export function valueOnMark(line: Line): string {
  if (line.win_in !== undefined) return `W${movesOf(line.win_in)}`;
  if (line.loss_in !== undefined) return `L${movesOf(line.loss_in)}`;
  return String(Math.round(line.win_rate * 100));
}
