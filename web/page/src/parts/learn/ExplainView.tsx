/** A position in words, and with marks on the board. */

import { computed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { hashOf } from "../../app/route";
import { coordinates } from "../../app/settings";
import { Board } from "../../board/Board";
import type { BoardView, Stone } from "../../board/view";
import { isOver } from "../../engine/referee";
import { toSegments } from "../../game/hash";
import { colorOfMove, RULES, sideToMove } from "../../game/position";
import { stonesFor } from "../../game/stones";
import { t } from "../../i18n";
import { Button, Select } from "../../ui/controls";
import { useKeys } from "../../ui/keys";
import * as explain from "./explain";
import { LessonView } from "./LessonView";

export function ExplainView({ rest }: { rest: readonly string[] }) {
  // First: a problem of the address is told after it.
  useEffect(() => {
    explain.isShown.value = true;
    return () => {
      explain.isShown.value = false;
    };
  }, []);
  useEffect(() => {
    if (rest.some((segment) => segment !== "") && !explain.load(rest)) {
      explain.problem.value = t("analyse.badAddress");
    }
    explain.updateAddress();
  }, [rest]);
  useKeys({ ArrowLeft: explain.undo, Backspace: explain.undo });
  const { setup, moves } = explain.position.value;
  const segments = toSegments(explain.position.value);
  return (
    <div class="workbench">
      <div class="board-column">
        <ExplainBoard />
        <div class="row centred">
          <Button icon="undo" disabled={moves.length === 0} onClick={explain.undo}>
            {t("learn.undo")}
          </Button>
          <Button icon="trash" disabled={explain.isEmpty.value} onClick={explain.clear}>
            {t("learn.clear")}
          </Button>
        </div>
      </div>
      <div class="side">
        <div class="row">
          <h1 class="grow">{t("learn.explain")}</h1>
          <Select
            label={t("rule.label")}
            value={setup.rule}
            options={RULES.map((rule) => [rule, t(`rule.${rule}`)] as const)}
            onChange={explain.setRule}
          />
        </div>
        {explain.problem.value && (
          <p class="notice bad" role="alert">
            {explain.problem}
          </p>
        )}
        {explain.isEmpty.value ? (
          <p class="notice">{t("learn.explainHelp")}</p>
        ) : explain.lesson.value ? (
          <LessonView lesson={explain.lesson.value} />
        ) : (
          !explain.problem.value && <p class="muted">{t("learn.reading")}</p>
        )}
        {!explain.isEmpty.value && (
          <p class="small links">
            <a href={hashOf("analyse", segments)}>{t("learn.share")}</a>
            <a href={hashOf("learn", ["proof", ...segments])}>{t("learn.walkProof")}</a>
          </p>
        )}
      </div>
    </div>
  );
}

const stones = computed<Stone[]>(() => {
  const { setup, moves } = explain.position.value;
  const ghosts = explain.ghosts.value.map((point, i) => ({
    point,
    color: colorOfMove(setup, moves.length + i),
    number: i + 1,
    ghost: true,
  }));
  return [...stonesFor(explain.position.value), ...ghosts];
});

const boardView = computed<BoardView>(() => ({
  size: explain.position.value.setup.size,
  stones: stones.value,
  blocked: explain.position.value.setup.blocked,
  marks: explain.lit.value.map((point) => ({ point, kind: "hint" })),
  last: explain.position.value.moves.at(-1),
  five: explain.ruling.value?.five,
  forbidden: explain.ruling.value?.forbidden ?? [],
  coordinates: coordinates.value,
}));

function ExplainBoard() {
  const { size } = explain.position.value.setup;
  const toPlay = isOver(explain.ruling.value) ? undefined : sideToMove(explain.position.value);
  return (
    <Board view={boardView.value} label={t("board.label", { size })} toPlay={toPlay} onPlay={explain.play} />
  );
}
