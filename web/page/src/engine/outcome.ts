/** How a game stands, in words. */

import { foulInWords } from "../board/describe";
import type { Color } from "../game/position";
import { t } from "../i18n";
import type { Outcome } from "./index";

export function outcomeInWords(outcome: Outcome | undefined, toMove: Color): string {
  if (outcome === undefined || outcome === "open") return t("game.toMove", { color: t(`color.${toMove}`) });
  if (outcome === "draw") return t("game.draw");
  if (outcome === "black" || outcome === "white") return t("game.wins", { color: t(`color.${outcome}`) });
  return t("game.foul", { kind: foulInWords(outcome.replace("foul ", "")) });
}
