/** One puzzle, to be solved on the board. */

import { computed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { hashOf, navigate } from "../../app/route";
import { coordinates } from "../../app/settings";
import { Board } from "../../board/Board";
import { type BoardView, type Mark, markOn } from "../../board/view";
import { movesOf } from "../../engine/numbers";
import { toSegments } from "../../game/hash";
import { stonesFor } from "../../game/stones";
import { plural, t } from "../../i18n";
import { Button } from "../../ui/controls";
import { useKeys } from "../../ui/keys";
import {
  findPuzzle,
  isLoaded,
  isOwnAsked,
  loadCollection,
  loadProblem,
  nextAfter,
  numberOf,
} from "./collection";
import { Dots } from "./PuzzleList";
import { isSolved } from "./progress";
import type { Puzzle } from "./puzzles";
import * as solving from "./solving";

export function PuzzleView({ id }: { id: string }) {
  useEffect(() => {
    void loadCollection();
  }, []);
  const puzzle = findPuzzle(id);
  // Another tab may store the same one again.
  useEffect(() => {
    if (puzzle) solving.begin(puzzle);
  }, [puzzle?.id]);
  useKeys({
    ArrowLeft: () => solving.step(-1),
    ArrowRight: () => solving.step(1),
    h: () => void solving.hint(),
    r: solving.retry,
    s: solving.showSolution,
    n: () => goOn(id),
  });
  if (!puzzle) return <Missing />;
  if (solving.puzzle.value?.id !== puzzle.id) return null;
  return (
    <div class="workbench puzzle">
      <div class="board-column">
        <PuzzleBoard />
      </div>
      <div class="side">
        <Head puzzle={puzzle} />
        <Task puzzle={puzzle} />
        <Message />
        <Actions puzzle={puzzle} />
      </div>
    </div>
  );
}

/** Why there is no puzzle, unless the collection is still on its way. */
function Missing() {
  const reason = loadProblem.value
    ? t("app.failed", { reason: loadProblem.value })
    : isLoaded.value && t("learn.unknown");
  if (!reason) return null;
  return (
    <>
      <h1 class="visually-hidden">{t("learn.puzzles")}</h1>
      <p class="notice bad" role="alert">
        {reason} <a href={hashOf("learn")}>{t("learn.allPuzzles")}</a>
      </p>
    </>
  );
}

function goOn(id: string): void {
  const next = nextAfter(id);
  if (next) navigate("learn", ["puzzle", next.id]);
}

const marks = computed<Mark[]>(() => {
  const now = solving.puzzle.value;
  const isShown = solving.state.value === "shown" && now?.kind === "defence";
  return [
    ...markOn(solving.hintedMove.value, "hint"),
    ...markOn(solving.wrongMove.value, "wrong"),
    ...(isShown ? now.answers.flatMap((name) => markOn(name, "right")) : []),
  ];
});

const boardView = computed<BoardView>(() => ({
  size: solving.position.value.setup.size,
  stones: stonesFor(solving.position.value, solving.puzzle.value?.moves.length ?? 0),
  marks: marks.value,
  last: solving.position.value.moves.at(-1),
  five: solving.ruling.value?.five,
  forbidden: solving.ruling.value?.forbidden ?? [],
  coordinates: coordinates.value,
}));

function PuzzleBoard() {
  const { size } = solving.position.value.setup;
  return (
    <Board
      view={boardView.value}
      label={t("board.label", { size })}
      toPlay={solving.mayPlay.value ? solving.solver.value : undefined}
      onPlay={(p) => void solving.play(p)}
    />
  );
}

function Head({ puzzle }: { puzzle: Puzzle }) {
  return (
    <div class="row">
      <Button
        kind="quiet"
        icon="back"
        label={t("learn.allPuzzles")}
        onClick={() => navigate("learn", isOwnAsked.peek() ? ["own"] : [])}
      />
      <div class="grow">
        <h1>{t("learn.puzzle", { number: numberOf(puzzle) })}</h1>
        <p class="muted small row">
          {t(`learn.kind.${puzzle.kind}`)} · {t(`rule.${puzzle.rule}`)}
          <Dots level={puzzle.level} />
          <span class="visually-hidden">{t("learn.levelOf", { level: puzzle.level })}</span>
        </p>
      </div>
      {isSolved(puzzle.id) && <span class="badge">✓ {t("learn.solved")}</span>}
    </div>
  );
}

function Task({ puzzle }: { puzzle: Puzzle }) {
  const moves = movesOf(puzzle.plies);
  const hint =
    puzzle.kind === "defence" ? plural("learn.answers", puzzle.answers.length) : plural("learn.winIn", moves);
  return (
    <p class="task">
      <span class={`chip ${solving.solver.value}`} aria-hidden="true" />
      <span>
        {t(`learn.task.${puzzle.kind}`, solving.names.value)}
        {solving.hints.value > 0 && ` ${hint}`}
      </span>
    </p>
  );
}

function Message() {
  const { message, state } = solving;
  if (!message.value) return null;
  const tone = { open: "good", checking: "", wrong: "bad", solved: "good", shown: "" }[state.value];
  return <p class={`notice verdict-text ${tone}`}>{message}</p>;
}

function Actions({ puzzle }: { puzzle: Puzzle }) {
  const { state, line, at } = solving;
  const isOpen = state.value === "open" || state.value === "checking";
  const walks = line.value.length > 0;
  return (
    <div class="stack">
      <div class="row">
        {isOpen ? (
          <Button icon="bulb" disabled={state.value !== "open"} onClick={() => void solving.hint()}>
            {t("learn.hint")}
          </Button>
        ) : (
          <Button kind={state.value === "wrong" ? "primary" : undefined} icon="undo" onClick={solving.retry}>
            {t("learn.retry")}
          </Button>
        )}
        {state.value !== "solved" && state.value !== "shown" && (
          <Button onClick={solving.showSolution}>{t("learn.solution")}</Button>
        )}
        <Button
          kind={state.value === "solved" ? "primary" : undefined}
          icon="forward"
          disabled={!nextAfter(puzzle.id)}
          onClick={() => goOn(puzzle.id)}
        >
          {t("learn.next")}
        </Button>
      </div>
      {walks && (
        <div class="row">
          <Button
            icon="back"
            label={t("nav.back")}
            disabled={at.value === 0}
            onClick={() => solving.step(-1)}
          />
          <Button
            icon="forward"
            label={t("nav.forward")}
            disabled={at.value === line.value.length}
            onClick={() => solving.step(1)}
          />
          <span class="line-moves muted">{line.value.slice(0, at.value).join(" ")}</span>
        </div>
      )}
      <p class="small links">
        <a href={hashOf("learn", ["explain", ...toSegments(solving.position.value)])}>
          {t("review.explain")}
        </a>
        <a href={hashOf("analyse", toSegments(solving.position.value))}>{t("learn.share")}</a>
        {puzzle.kind !== "defence" && (
          <a href={hashOf("learn", ["proof", ...toSegments(solving.position.value)])}>
            {t("learn.walkProof")}
          </a>
        )}
      </p>
    </div>
  );
}
