/** Numbers of an analysis as short text. */

import type { Line } from "./index";

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** `1.23M`. */
export const short = (value: number): string => compact.format(value);

export const seconds = (milliseconds: number): string =>
  milliseconds < 60_000
    ? `${(milliseconds / 1000).toFixed(1)} s`
    : `${Math.floor(milliseconds / 60_000)}:${String(Math.floor((milliseconds % 60_000) / 1000)).padStart(2, "0")}`;

export const percent = (chance: number, digits = 1): string => `${(chance * 100).toFixed(digits)} %`;

/** Own moves until the five, from plies. */
export const movesOf = (plies: number): number => Math.max(1, Math.ceil(plies / 2));

/** At most four characters, for a mark: `54`, `W3`, `L12`. */
export function valueOnMark(line: Line): string {
  if (line.win_in !== undefined) return `W${movesOf(line.win_in)}`;
  if (line.loss_in !== undefined) return `L${movesOf(line.loss_in)}`;
  return String(Math.round(line.win_rate * 100));
}
