/** How a game stands, in words. */

import { foulInWords } from "../board/describe";
import { nameOf, type Point } from "../board/points";
import type { Color } from "../game/position";
import { nameIn, t } from "../i18n";
import type { NamedOpening } from "./index";
import { reasonInWords } from "./phrase";
import type { Ruling } from "./referee";

export function outcomeInWords(ruling: Ruling | undefined, toMove: Color): string {
  const outcome = ruling?.outcome;
  if (ruling?.refusal) return t("game.refused", { reason: reasonInWords(ruling.refusal) });
  if (outcome === undefined || outcome === "open") return t("game.toMove", { color: t(`color.${toMove}`) });
  if (outcome === "draw") return t("game.draw");
  if (outcome === "black" || outcome === "white") return t("game.wins", { color: t(`color.${outcome}`) });
  return t("game.foul", { kind: foulInWords(outcome.replace("foul ", "")) });
}

/** That a point is forbidden, and why; undefined if it is not. */
export function foulAt(ruling: Ruling | undefined, p: Point): string | undefined {
  const foul = ruling?.forbidden.find((other) => other.point === p);
  return foul && t("game.forbidden", { point: nameOf(p), kind: foulInWords(foul.kind) });
}

/** `D4 Kagetsu`, the name as the language of the page has it. */
export const openingName = ({ code, name }: NamedOpening): string => `${code} ${nameIn(code) ?? name}`;
