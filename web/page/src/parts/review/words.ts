/** What a review says, in the language of the page. */

import type { ReviewedMove, Verdict } from "../../engine";
import { movesOf, percent } from "../../engine/numbers";
import { plural, t } from "../../i18n";

export const movesInWords = (count: number): string => plural("review.moves", count);

/** One sentence on a move. */
export function remarkOf(move: ReviewedMove): string {
  if (move.verdict === null) {
    if (move.opening) return t("review.opening");
    return t(move.best_played ? "review.bestMove" : "review.ok");
  }
  const best = move.best?.moves[0] ?? "";
  const [before, after] = [percent(move.before), percent(move.after)];
  const loss = move.refutation?.win_in;
  switch (move.verdict) {
    case "forbidden move":
      return t("review.foulRemark");
    case "missed win": {
      const moves = movesInWords(movesOf(move.best?.win_in ?? 1));
      return loss === undefined
        ? t("review.missedRemark", { best, moves, after })
        : t("review.missedAndLost", { best, moves, loss: movesInWords(movesOf(loss)) });
    }
    case "losing move":
      return t("review.losingRemark", { best, before, loss: movesInWords(movesOf(loss ?? 1)) });
    default:
      return t("review.worseRemark", { best, before, after });
  }
}

/** The worst first. */
export const VERDICTS: readonly Verdict[] = [
  "forbidden move",
  "missed win",
  "losing move",
  "blunder",
  "mistake",
  "inaccuracy",
];

/** How bad: for colours. */
export const isGrave = (verdict: Verdict | null): boolean =>
  verdict !== null && verdict !== "mistake" && verdict !== "inaccuracy";
