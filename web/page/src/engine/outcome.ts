/** How a game stands, in words. */

import { foulInWords } from "../board/describe";
import type { Color } from "../game/position";
import { nameIn, t } from "../i18n";
import type { NamedOpening } from "./index";
import type { Ruling } from "./referee";

export function outcomeInWords(ruling: Ruling | undefined, toMove: Color): string {
  const outcome = ruling?.outcome;
  if (ruling?.refusal !== undefined) return t("game.refused", { reason: ruling.refusal });
  if (outcome === undefined || outcome === "open") return t("game.toMove", { color: t(`color.${toMove}`) });
  if (outcome === "draw") return t("game.draw");
  if (outcome === "black" || outcome === "white") return t("game.wins", { color: t(`color.${outcome}`) });
  return t("game.foul", { kind: foulInWords(outcome.replace("foul ", "")) });
}

/** `D4 Kagetsu`, the name as the language of the page has it. */
export const openingName = ({ code, name }: NamedOpening): string => `${code} ${nameIn(code) ?? name}`;
