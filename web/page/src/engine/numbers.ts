/** Numbers of an analysis as short text. */

import { numerals } from "../i18n";
import type { Line } from "./index";

const compact = numerals({ notation: "compact", maximumSignificantDigits: 3 });
const whole = numerals({ maximumFractionDigits: 0 });
const tenths = numerals({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `1.23M`. */
export const short = (value: number): string => compact.value.format(value);

/** With one digit behind the point: `7.3`. */
export const decimal = (value: number): string => tenths.value.format(value);

export const seconds = (milliseconds: number): string =>
  milliseconds < 60_000
    ? `${decimal(milliseconds / 1000)} s`
    : `${Math.floor(milliseconds / 60_000)}:${String(Math.floor((milliseconds % 60_000) / 1000)).padStart(2, "0")}`;

/** A winning chance, `54 %`; 0 and 100 only for what is certain. */
export function percent(chance: number): string {
  const isCertain = chance <= 0 || chance >= 1;
  return `${whole.value.format(isCertain ? chance * 100 : Math.min(Math.max(chance * 100, 1), 99))} %`;
}

/** Own moves until the five, from plies. */
export const movesOf = (plies: number): number => Math.max(1, Math.ceil(plies / 2));

/** At most four characters, for a mark: `54`, `W3`, `L12`. */
export function valueOnMark(line: Line): string {
  if (line.win_in !== undefined) return `W${movesOf(line.win_in)}`;
  if (line.loss_in !== undefined) return `L${movesOf(line.loss_in)}`;
  return String(Math.round(line.win_rate * 100));
}
