/** Hands a finished game to the part that reviews games. */

import { navigate } from "../../app/route";
import { gameOfPosition } from "../../engine/convert";
import type { Color } from "../../game/position";
import { t } from "../../i18n";
import { openedOf, playerOf, positionOf, type Session, timesOf, winnerOf } from "./session";

const nameOf = (game: Session, color: Color): string => {
  const player = playerOf(game, color);
  return player === "human" ? t("play.you") : `Dolmen, ${t("play.level", { level: player })}`;
};

/** A record has no place for stones ahead of the first move. */
export const canBeReviewed = (game: Session): boolean =>
  game.given.length === 0 && positionOf(game).moves.length > 0;

export async function reviewGame(game: Session): Promise<void> {
  const [{ addGames }, { review }] = await Promise.all([
    import("../review/library"),
    import("../review/running"),
  ]);
  const [black, white] = [nameOf(game, "black"), nameOf(game, "white")];
  const record = {
    ...gameOfPosition(positionOf(game)),
    black,
    white,
    times: timesOf(game),
    opened: openedOf(game),
    ...(game.end ? { result: winnerOf(game.end) ?? ("draw" as const) } : {}),
  };
  const { kept } = await addGames([{ name: `${black} – ${white}`, game: record }]);
  const [stored] = kept;
  if (!stored) return;
  if (!stored.review) review([stored.id]);
  navigate("review", [stored.id]);
}
