/** Both players, whose turn it is, and their clocks. */

import type { Color } from "../../game/position";
import { t } from "../../i18n";
import { clockText, timeLeft } from "./clock";
import { actor, areBothHuman, clockOf, playerOf, type Session } from "./session";
import { isThinking, now } from "./store";

export function Players({ game }: { game: Session }) {
  return (
    <div class="players">
      <PlayerCard game={game} color="black" />
      <PlayerCard game={game} color="white" />
    </div>
  );
}

function PlayerCard({ game, color }: { game: Session; color: Color }) {
  const player = playerOf(game, color);
  const isTurn = !game.end && actor(game) === color;
  const name =
    player === "human"
      ? areBothHuman(game)
        ? t(`color.${color}`)
        : t("play.you")
      : t("play.level", { level: player });
  return (
    <div class="player" data-turn={isTurn}>
      <span class={`chip ${color}`} aria-hidden="true" />
      <div class="grow">
        <strong>{name}</strong>
        <span class="visually-hidden">{`, ${t(`color.${color}`)}`}</span>
        <div class="muted small turn">
          {isTurn ? (player !== "human" && isThinking.value ? t("play.thinking") : t("play.turn")) : "\u00a0"}
        </div>
      </div>
      {game.setup.time && <Clock game={game} color={color} />}
    </div>
  );
}

function Clock({ game, color }: { game: Session; color: Color }) {
  const left = timeLeft(clockOf(game), color, now.value) ?? 0;
  return (
    <span class="clock" role="timer" data-low={left < 20_000}>
      {clockText(left)}
    </span>
  );
}
