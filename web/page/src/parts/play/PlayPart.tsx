/** A game against the engine. */

import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PartProps } from "../../app/App";
import { navigate } from "../../app/route";
import { coordinates, numbers } from "../../app/settings";
import { Board } from "../../board/Board";
import { parsePoint } from "../../board/points";
import type { BoardView, Mark } from "../../board/view";
import { fromNames } from "../../engine/convert";
import { toSegments } from "../../game/hash";
import { stonesFor } from "../../game/stones";
import { t } from "../../i18n";
import { Button } from "../../ui/controls";
import { canBeReviewed, reviewGame } from "./handOver";
import { NewGame } from "./NewGame";
import { Players } from "./Players";
import { reasonInWords } from "./reasons";
import * as play from "./session";
import * as store from "./store";
import "./play.css";

export function PlayPart(_: PartProps) {
  useEffect(() => store.run(), []);
  const game = store.session.value;
  const isTurn = game !== undefined && play.isHumanTurn(game) && !play.mustChooseNow(game);
  return (
    <div class="workbench play">
      <div class="board-column">
        <GameBoard toPlay={isTurn} />
      </div>
      <div class="side">
        <h1 class="visually-hidden">{t("part.play")}</h1>
        {game ? <Game game={game} /> : <NewGame />}
      </div>
    </div>
  );
}

function GameBoard({ toPlay }: { toPlay: boolean }) {
  const view = useComputed<BoardView>(() => {
    const { setup, moves } = store.position.value;
    const hinted = store.hint.value && parsePoint(store.hint.value.move);
    const marks: Mark[] = hinted === undefined ? [] : [{ point: hinted, kind: "hint", text: "!" }];
    return {
      size: setup.size,
      stones: stonesFor(store.position.value, numbers.value ? 0 : undefined),
      marks,
      last: moves.at(-1) ?? setup.black.at(-1),
      five: store.ruling.value?.five,
      forbidden: store.ruling.value?.forbidden ?? [],
      coordinates: coordinates.value,
    };
  });
  const game = store.session.value;
  return (
    <Board
      view={view.value}
      label={t("board.label", { size: view.value.size })}
      toPlay={toPlay && game ? play.colorToPlace(game) : undefined}
      onPlay={store.playAt}
    />
  );
}

function Game({ game }: { game: play.Session }) {
  return (
    <>
      <Players game={game} />
      <section class="panel stack">
        <p class="status" data-over={game.end !== undefined}>
          {statusOf(game)}
        </p>
        {play.mustChooseNow(game) && play.isHumanTurn(game) && <Choices game={game} />}
        {store.message.value && (
          <p class="notice" role="alert">
            {store.message}
          </p>
        )}
        {game.end ? <Finished game={game} /> : <Actions game={game} />}
      </section>
      <HintPanel />
    </>
  );
}

function statusOf(game: play.Session): string {
  if (game.end) return store.resultInWords(game.end);
  if (!play.isHumanTurn(game)) return t("play.enginesTurn");
  switch (game.phase) {
    case "three":
      return t("play.placeThree");
    case "two":
      return t("play.placeTwo");
    case "handicap":
      return t("play.placeHandicap", { count: game.setup.handicap - game.given.length });
    case "choose":
    case "choose-again":
      return t("play.chooseColor");
    default: {
      const isBoth = Object.values(game.setup.players).every((player) => player === "human");
      return isBoth ? t("play.turnOf", { color: t(`color.${play.actor(game)}`) }) : t("play.yourTurn");
    }
  }
}

function Choices({ game }: { game: play.Session }) {
  const choices =
    game.phase === "choose" ? (["black", "white", "two"] as const) : (["black", "white"] as const);
  return (
    <div class="row">
      {choices.map((choice) => (
        <Button key={choice} onClick={() => store.choose(choice)}>
          {t(`play.choose.${choice}`)}
        </Button>
      ))}
    </div>
  );
}

function Actions({ game }: { game: play.Session }) {
  const canHint =
    play.isHumanTurn(game) &&
    !play.mustChooseNow(game) &&
    !store.isHinting.value &&
    game.phase !== "handicap";
  return (
    <div class="row" role="group" aria-label={t("play.actions")}>
      <Button icon="bulb" disabled={!canHint} onClick={() => void store.askForHint()}>
        {t("play.hint")}
      </Button>
      <Button icon="undo" disabled={!play.canTakeBack(game)} onClick={store.takeBack}>
        {t("play.takeBack")}
      </Button>
      <Button icon="flag" onClick={store.resign}>
        {t("play.resign")}
      </Button>
    </div>
  );
}

function Finished({ game }: { game: play.Session }) {
  const segments = toSegments(store.position.value);
  return (
    <>
      <div class="row">
        <Button kind="primary" onClick={store.rematch}>
          {t("play.rematch")}
        </Button>
        <Button onClick={store.leaveGame}>{t("play.new")}</Button>
      </div>
      <div class="row">
        <Button disabled={!canBeReviewed(game)} onClick={() => void reviewGame(game)}>
          {t("play.review")}
        </Button>
        <Button onClick={() => navigate("analyse", segments)}>{t("play.analyse")}</Button>
        <Button icon="undo" onClick={store.takeBack}>
          {t("play.takeBack")}
        </Button>
      </div>
    </>
  );
}

function HintPanel() {
  const found = store.hint.value;
  if (!found) return null;
  const line = fromNames(found.line);
  return (
    <section class="panel stack tight" aria-label={t("play.hint")} aria-live="polite">
      <h2>{found.move}</h2>
      <ul class="reasons">
        {found.reasons.map((reason, i) => (
          <li key={i}>{reasonInWords(reason)}</li>
        ))}
      </ul>
      {line.length > 1 && (
        <p class="muted small">
          {t("play.lineOfHint")} {found.line.join(" ")}
        </p>
      )}
    </section>
  );
}
