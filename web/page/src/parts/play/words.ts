/** What an opening asks for, and what was done in it, in words. */

import { nameOf, parsePoint } from "../../board/points";
import type { OpeningAct } from "../../engine";
import { colorOfMove } from "../../game/position";
import { plural, type TextKey, t } from "../../i18n";
import { letterOf } from "./opening";
import { colorToPlace, positionOf, type Session } from "./session";

/** What is expected now. */
export function askInWords(game: Session): string {
  const { ask, within, beyond, offered, fifths = 0 } = game.standing;
  const stone = t(`opening.${colorToPlace(game)}`);
  switch (ask) {
    case "stone":
      if (within === 0) return t("opening.stoneMiddle", { stone });
      if (within !== undefined) return plural("opening.stoneWithin", within, { stone });
      if (beyond !== undefined) return plural("opening.stoneBeyond", beyond, { stone });
      return t("opening.stone", { stone });
    case "colour":
      return t("play.chooseColor");
    case "colour or two":
      return t("opening.colourOrTwo");
    case "colour or ten":
      return t("opening.colourOrTen");
    case "number":
      return t("opening.number");
    case "offer":
      return t("opening.offer", { number: offered.length + 1, count: fifths });
    case "pick":
      return t("opening.pick");
    case "over":
      return "";
  }
}

/** What a button says that makes this choice. */
export function choiceInWords(choice: OpeningAct): string {
  const count = Number(choice);
  return Number.isInteger(count) ? plural("opening.fifths", count) : t(`play.choose.${choice}` as TextKey);
}

/** An act of an opening. */
export const actInWords = (act: OpeningAct): string =>
  parsePoint(act) === undefined ? choiceInWords(act) : act;

/** What was done between two moments of a game, a sentence each. */
export function newsInWords(before: Session, after: Session): string[] {
  const choices = after.acts.slice(before.acts.length).filter(({ act }) => parsePoint(act) === undefined);
  const { setup, moves } = positionOf(after);
  const known = positionOf(before).moves.length;
  const isColour = choices.some(({ act }) => act === "black" || act === "white");
  const hasChanged = before.standing.black !== after.standing.black;
  return [
    ...choices.map(({ act }) => t("opening.chose", { choice: choiceInWords(act) })),
    ...(isColour ? [t(hasChanged ? "opening.changed" : "opening.stay")] : []),
    ...moves.slice(known).map((p, i) => {
      const color = t(`color.${colorOfMove(setup, known + i)}`);
      return t("game.played", { color, point: nameOf(p) });
    }),
    ...offersInWords(before, after),
  ];
}

const offersInWords = (before: Session, after: Session): string[] =>
  after.standing.offered
    .map((point, i) => t("opening.offered", { letter: letterOf(i), point }))
    .slice(before.standing.offered.length);
