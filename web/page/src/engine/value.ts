/** The value of a move in words. */

import { t } from "../i18n";
import type { Line } from "./index";
import { decimal, movesOf } from "./numbers";

/** Winning chance of the side to move, 0.1 to 99.9 %, or the moves until it has won or lost. */
export function valueInWords(line: Pick<Line, "win_rate" | "win_in" | "loss_in">): string {
  if (line.win_in !== undefined) return t("analyse.winsIn", { moves: movesOf(line.win_in) });
  if (line.loss_in !== undefined) return t("analyse.losesIn", { moves: movesOf(line.loss_in) });
  return `${decimal(Math.min(99.9, Math.max(0.1, line.win_rate * 100)))} %`;
}
