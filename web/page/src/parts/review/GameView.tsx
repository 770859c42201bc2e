/** One game with its review. */

import { computed } from "@preact/signals";
import { hashOf, navigate } from "../../app/route";
import { coordinates, numbers } from "../../app/settings";
import { Board } from "../../board/Board";
import { saveFile } from "../../board/picture";
import { type BoardView, type Mark, markOn } from "../../board/view";
import { openingName } from "../../engine/outcome";
import { isOver } from "../../engine/referee";
import { toSegments } from "../../game/hash";
import { RULES, sideToMove } from "../../game/position";
import { stonesFor } from "../../game/stones";
import { plural, t } from "../../i18n";
import { Button, Select } from "../../ui/controls";
import { useKeys } from "../../ui/keys";
import { Tabs } from "../../ui/Tabs";
import { gameOf, ownPuzzles } from "../learn/own";
import { GameGraph } from "./GameGraph";
import { problem } from "./intake";
import { isKeeping, type StoredGame, updateGame } from "./library";
import { Mistakes } from "./Mistakes";
import { MoveNotes } from "./MoveNotes";
import { cancel, failureOf, reviewAnew, running, review as startReview, waiting } from "./running";
import { NotKept } from "./StartView";
import { Summary } from "./Summary";
import * as session from "./session";
import { TreeView } from "./TreeView";
import { movesInWords } from "./words";

export function GameView({ stored }: { stored: StoredGame }) {
  useKeys({
    ArrowLeft: session.back,
    ArrowRight: session.forward,
    Home: session.toStart,
    End: session.toEnd,
    m: session.nextMistake,
    r: () => session.showLine("refutation"),
    b: () => session.showLine("better"),
    g: session.backToGame,
  });
  const { review } = stored;
  return (
    <div class="workbench review">
      <div class="board-column">
        <GameBoard />
        <Steps />
      </div>
      <div class="side">
        <Head stored={stored} />
        {!isKeeping.value && <NotKept />}
        <Progress stored={stored} />
        {[problem, session.notice].map(
          (text, i) =>
            text.value && (
              <p key={i} class="notice" role="alert">
                {text}
              </p>
            ),
        )}
        {review && (
          <>
            <GameGraph review={review} />
            <MoveNotes review={review} />
            <Tabs
              label={t("review.more")}
              tabs={[
                { key: "mistakes", title: t("review.mistakes"), content: () => <Mistakes /> },
                { key: "summary", title: t("review.accuracy"), content: () => <Summary review={review} /> },
                { key: "tree", title: t("review.tree"), content: () => <TreeView /> },
                { key: "save", title: t("review.export"), content: () => <Save stored={stored} /> },
              ]}
            />
          </>
        )}
      </div>
    </div>
  );
}

function Head({ stored }: { stored: StoredGame }) {
  const { id, name, game, review } = stored;
  const facts = [
    `${game.size}×${game.size}`,
    review?.opening && openingName(review.opening),
    movesInWords(game.moves.length),
    game.result && t(`review.result.${game.result}`),
  ];
  return (
    <div class="row">
      <Button kind="quiet" icon="back" label={t("review.back")} onClick={() => navigate("review")} />
      <div class="grow">
        <h1 class="game-name">{name}</h1>
        <p class="muted small">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <Select
        label={t("rule.label")}
        value={game.rule ?? review?.rule ?? "freestyle"}
        options={RULES.map((rule) => [rule, t(`rule.${rule}`)] as const)}
        onChange={(rule) => {
          updateGame(id, { game: { ...game, rule }, review: undefined });
          reviewAnew(id);
        }}
      />
    </div>
  );
}

function Progress({ stored: { id, review } }: { stored: StoredGame }) {
  const now = running.value?.id === id ? running.value : undefined;
  if (now || waiting.value.includes(id)) {
    const { done, positions } = now?.progress ?? { done: 0, positions: 0 };
    const text = positions > 0 ? t("review.thinking", { done, positions }) : "…";
    return (
      <div class="panel row" aria-busy="true">
        <div class="grow stack tight">
          <span class="small">{text}</span>
          <progress value={done} max={positions || 1} aria-label={text} />
        </div>
        <Button onClick={cancel}>{t("app.cancel")}</Button>
      </div>
    );
  }
  const failure = failureOf(id);
  return (
    <>
      {failure && (
        <p class="notice" role="alert">
          {failure}
        </p>
      )}
      {!review && (
        <Button kind="primary" onClick={() => startReview([id])}>
          {t("review.begin")}
        </Button>
      )}
    </>
  );
}

/** The move shown, and on a mistake what was better. */
const marks = computed<Mark[]>(() => {
  if (session.isInGame.value) {
    const move = session.reviewedMove.value;
    if (!move?.verdict) return [];
    return [...markOn(move.move, "wrong"), ...(move.best_played ? [] : markOn(move.best?.moves[0], "right"))];
  }
  return markOn(session.reply.value?.lines[0]?.move, "best");
});

const boardView = computed<BoardView>(() => ({
  size: session.position.value.setup.size,
  stones: stonesFor(
    session.position.value,
    session.isInGame.value ? (numbers.value ? 0 : undefined) : session.number.value,
  ),
  marks: marks.value,
  last: session.position.value.moves.at(-1),
  five: session.ruling.value?.five,
  forbidden: session.ruling.value?.forbidden ?? [],
  coordinates: coordinates.value,
}));

function GameBoard() {
  const { setup } = session.position.value;
  const toPlay = isOver(session.ruling.value) ? undefined : sideToMove(session.position.value);
  return (
    <Board
      view={boardView.value}
      label={t("board.label", { size: setup.size })}
      toPlay={toPlay}
      onPlay={session.play}
    />
  );
}

function Steps() {
  const { canBack, canForward, mistakes } = session;
  return (
    <div class="row steps" role="group" aria-label={t("analyse.steps")}>
      <Button icon="first" label={t("nav.first")} disabled={!canBack.value} onClick={session.toStart} />
      <Button icon="back" label={t("nav.back")} disabled={!canBack.value} onClick={session.back} />
      <Button
        icon="forward"
        label={t("nav.forward")}
        disabled={!canForward.value}
        onClick={session.forward}
      />
      <Button icon="last" label={t("nav.last")} disabled={!canForward.value} onClick={session.toEnd} />
      {mistakes.value.length > 0 && (
        <Button icon="flag" label={t("review.nextMistake")} onClick={session.nextMistake} />
      )}
    </div>
  );
}

function Save({ stored }: { stored: StoredGame }) {
  const { id, name, review } = stored;
  if (!review) return null;
  const file = name.replace(/\.\w+$/, "").replace(/[^\p{L}\p{N}]+/gu, "-");
  const practice = ownPuzzles.value.filter((puzzle) => gameOf(puzzle) === id).length;
  const segments = toSegments(session.position.value);
  return (
    <div class="stack">
      <div class="row">
        <Button
          onClick={() => saveFile(new Blob([review.sgf], { type: "application/x-go-sgf" }), `${file}.sgf`)}
        >
          {t("review.saveSgf")}
        </Button>
        <Button onClick={() => saveFile(new Blob([review.html], { type: "text/html" }), `${file}.html`)}>
          {t("review.saveReport")}
        </Button>
      </div>
      <div class="row">
        <a class="button" href={hashOf("analyse", segments)}>
          {t("review.analyse")}
        </a>
        <a class="button" href={hashOf("learn", ["explain", ...segments])}>
          {t("review.explain")}
        </a>
      </div>
      {practice > 0 && (
        <a class="button" href={hashOf("learn", ["own"])}>
          {plural("review.practise", practice)}
        </a>
      )}
      <Button onClick={() => startReview([id])}>{t("review.again")}</Button>
    </div>
  );
}
