/** A game against the engine. */

import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PartProps } from "../../app/App";
import { navigate } from "../../app/route";
import { coordinates, numbers } from "../../app/settings";
import { Board } from "../../board/Board";
import { useBoardFocus } from "../../board/focus";
import { type BoardView, type Mark, markOn } from "../../board/view";
import { engineFailure } from "../../engine";
import { fromNames } from "../../engine/convert";
import { openingName, outcomeInWords } from "../../engine/outcome";
import { toSegments } from "../../game/hash";
import { stonesFor } from "../../game/stones";
import { plural, t } from "../../i18n";
import { Button } from "../../ui/controls";
import { canBeReviewed, reviewGame } from "./handOver";
import { NewGame, Waiting } from "./NewGame";
import { OpeningSteps } from "./OpeningSteps";
import { letterOf } from "./opening";
import { Players } from "./Players";
import { reasonInWords } from "./reasons";
import * as play from "./session";
import * as store from "./store";
import { actInWords, askInWords } from "./words";
import "./play.css";

export function PlayPart(_: PartProps) {
  useEffect(() => store.run(), []);
  const onFocusIn = useBoardFocus(".side");
  const game = store.session.value;
  const isTurn = game !== undefined && play.isHumanTurn(game) && !play.mustChooseNow(game);
  return (
    <div class="workbench play" onFocusIn={onFocusIn}>
      <div class="board-column">
        <GameBoard toPlay={isTurn} />
      </div>
      <div class="side">
        <h1 class="visually-hidden">{t("part.play")}</h1>
        {game ? <Game game={game} /> : store.isWaking.value ? <Waiting /> : <NewGame />}
      </div>
    </div>
  );
}

function marksOf(game: play.Session | undefined): Mark[] {
  const hints = [store.hint.value?.move, ...store.advice.value].flatMap((name) => markOn(name, "hint"));
  const offered = game && play.isOpening(game) ? game.standing.offered : [];
  return [
    ...offered.flatMap((name, i) =>
      markOn(name, "offered").map((mark): Mark => ({ ...mark, text: letterOf(i) })),
    ),
    ...hints.map((mark): Mark => ({ ...mark, text: "!" })),
  ];
}

function GameBoard({ toPlay }: { toPlay: boolean }) {
  const view = useComputed<BoardView>(() => {
    const game = store.session.value;
    const { setup, moves } = store.position.value;
    const forbidden = store.ruling.value?.forbidden ?? [];
    const isTurn = game !== undefined && play.isHumanTurn(game);
    const fouls = forbidden.map(({ point }) => point);
    return {
      size: setup.size,
      stones: stonesFor(store.position.value, numbers.value ? 0 : undefined),
      closed: isTurn ? play.closedPoints(game, fouls) : [],
      marks: marksOf(game),
      last: moves.at(-1) ?? setup.black.at(-1),
      five: store.ruling.value?.five,
      forbidden,
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
      onKey={store.playAt}
    />
  );
}

function Game({ game }: { game: play.Session }) {
  const opening = store.ruling.value?.opening;
  return (
    <>
      <Players game={game} />
      <section class="panel stack">
        <p class="status" data-over={game.end !== undefined}>
          {statusOf(game)}
        </p>
        <OpeningSteps game={game} />
        {opening && <p class="muted small">{t("game.opening", { name: openingName(opening) })}</p>}
        {store.message.value && (
          <p class="notice" role="alert">
            {store.message}
          </p>
        )}
        {game.end ? <Finished game={game} /> : <Actions game={game} />}
        {play.isOpening(game) && <p class="muted small">{t(`play.openingHelp.${game.setup.opening}`)}</p>}
      </section>
      <HintPanel />
    </>
  );
}

function statusOf(game: play.Session): string {
  if (game.end) return store.resultInWords(game.end);
  if (store.ruling.value?.refusal) return outcomeInWords(store.ruling.value, play.actor(game));
  if (!play.isHumanTurn(game)) {
    const color = t(`color.${play.actor(game)}`);
    return engineFailure.value ? t("play.turnOf", { color }) : t("play.enginesTurn");
  }
  if (play.isGiving(game)) return plural("play.placeHandicap", game.setup.handicap - game.given.length);
  if (play.isOpening(game)) return askInWords(game);
  return play.areBothHuman(game)
    ? t("play.turnOf", { color: t(`color.${play.actor(game)}`) })
    : t("play.yourTurn");
}

function Actions({ game }: { game: play.Session }) {
  const canHint = play.isHumanTurn(game) && !play.isGiving(game);
  return (
    <div class="row" role="group" aria-label={t("play.actions")}>
      <Button
        icon="bulb"
        disabled={!canHint}
        busy={store.isHinting.value}
        onClick={() => void store.askForHint()}
      >
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
        <Button kind="primary" busy={store.isBeginning.value} onClick={store.rematch}>
          {t("play.rematch")}
        </Button>
        <Button onClick={store.leaveGame}>{t("play.new")}</Button>
      </div>
      <Waiting />
      <div class="row">
        <Button disabled={!canBeReviewed(game)} onClick={() => void reviewGame(game).catch(store.fail)}>
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
  if (!found) return <Advice />;
  const line = fromNames(found.line);
  return (
    <section class="panel stack tight" aria-label={t("play.hint")}>
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

/** What the engine would do in the opening. */
function Advice() {
  const acts = store.advice.value;
  if (acts.length === 0) return null;
  return (
    <section class="panel stack tight" aria-label={t("play.hint")}>
      <h2>{acts.map(actInWords).join(", ")}</h2>
    </section>
  );
}
