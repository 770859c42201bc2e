/** Why a move is played, in words. */

import type { Reason } from "../../engine";
import { plural, t } from "../../i18n";

export function reasonInWords(reason: Reason): string {
  switch (reason.kind) {
    case "wins in":
      return t("reason.winsIn", { moves: reason.moves });
    case "loses in":
      return plural("reason.losesIn", reason.moves);
    case "makes":
      return t("reason.makes", { shape: t(`shape.${reason.shape}`) });
    case "denies":
      return t("reason.denies", { color: t(`color.${reason.color}`), shape: t(`shape.${reason.shape}`) });
    case "chance":
      return t("reason.chance", { percent: reason.percent });
    case "wins":
      return t("reason.wins");
    case "only move":
      return t("reason.only");
    case "stops five":
      return t("reason.stopsFive");
    case "stops open four":
      return t("reason.stopsOpenFour");
  }
}
