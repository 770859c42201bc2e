/** Walks through a proof of a win: the visitor defends, the proof answers. */

import { computed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { hashOf } from "../../app/route";
import { coordinates } from "../../app/settings";
import { Board } from "../../board/Board";
import type { BoardView } from "../../board/view";
import { fromNames } from "../../engine/convert";
import { toSegments } from "../../game/hash";
import { opposite, sideToMove } from "../../game/position";
import { stonesFor } from "../../game/stones";
import { plural, t } from "../../i18n";
import { Button } from "../../ui/controls";
import { useKeys } from "../../ui/keys";
import * as proving from "./proving";

export function ProofView({ rest }: { rest: readonly string[] }) {
  useEffect(() => {
    if (!rest.some((segment) => segment !== "")) void proving.showExample();
    else if (!proving.load(rest)) proving.problem.value = t("analyse.badAddress");
    return proving.stop;
  }, [rest]);
  useKeys({ ArrowLeft: proving.undo, Home: proving.restart });
  return (
    <div class="workbench">
      <div class="board-column">
        <ProofBoard />
        <div class="row centred">
          <Button icon="first" label={t("learn.restart")} disabled={!canUndo()} onClick={proving.restart} />
          <Button icon="undo" disabled={!canUndo()} onClick={proving.undo}>
            {t("learn.undo")}
          </Button>
        </div>
      </div>
      <div class="side">
        <h1>{t("learn.proof")}</h1>
        <p class="muted">{t("learn.proofHelp")}</p>
        <Report />
        {proving.notice.value && (
          <p class="notice" role="alert">
            {proving.notice}
          </p>
        )}
        <div class="row">
          <Button onClick={() => void proving.showExample()}>{t("learn.proofExample")}</Button>
          <a class="button" href={hashOf("learn", ["explain", ...toSegments(proving.position.value)])}>
            {t("review.explain")}
          </a>
        </div>
        <p class="muted small">{t("learn.proofOwn")}</p>
      </div>
    </div>
  );
}

const canUndo = () => (proving.walk.value?.defences.length ?? 0) > 0;

const boardView = computed<BoardView>(() => ({
  size: proving.start.value.setup.size,
  stones: stonesFor(proving.position.value, proving.start.value.moves.length),
  blocked: proving.start.value.setup.blocked,
  marks: fromNames(proving.turn.value?.named ?? []).map((point) => ({ point, kind: "hint" })),
  last: proving.position.value.moves.at(-1),
  five: proving.ruling.value?.five,
  forbidden: proving.ruling.value?.forbidden ?? [],
  coordinates: coordinates.value,
}));

function ProofBoard() {
  const { size } = proving.start.value.setup;
  const isOpen = proving.turn.value?.otherwise !== undefined;
  return (
    <Board
      view={boardView.value}
      label={t("board.label", { size })}
      toPlay={isOpen ? sideToMove(proving.position.value) : undefined}
      onPlay={proving.defend}
    />
  );
}

function Report() {
  const color = t(`color.${sideToMove(proving.start.value)}`);
  if (proving.problem.value) {
    return (
      <p class="notice bad" role="alert">
        {proving.problem}
      </p>
    );
  }
  if (proving.searching.value) return <p class="notice">{t("learn.proofSearch")}</p>;
  if (proving.failed.value) return <p class="notice">{t("learn.proofNone", { color })}</p>;
  const now = proving.walk.value;
  const turn = proving.turn.value;
  if (!now || !turn) return null;
  const attacker = t(`color.${now.proof.to_move}`);
  if (turn.otherwise === undefined) {
    return <p class="notice good">{t("learn.proofDone", { attacker })}</p>;
  }
  return (
    <div class="panel stack tight" aria-live="polite">
      <p class="task">
        <span class={`chip ${opposite(now.proof.to_move)}`} aria-hidden="true" />
        <span>{plural("learn.proofTurn", turn.left, { attacker, move: turn.attack.move })}</span>
      </p>
      <p class="muted">
        {turn.named.length > 0
          ? t("learn.proofNamed", { points: turn.named.join(", "), next: turn.otherwise })
          : t("learn.proofAny", { next: turn.otherwise })}
      </p>
    </div>
  );
}
