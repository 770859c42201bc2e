/** Analysis of a position by the engine. */

import { useEffect } from "preact/hooks";
import type { PartProps } from "../../app/App";
import { Board } from "../../board/Board";
import { useBoardFocus } from "../../board/focus";
import { openingName, outcomeInWords } from "../../engine/outcome";
import { isOver } from "../../engine/referee";
import { RULES, sideToMove } from "../../game/position";
import { t } from "../../i18n";
import { Button, Select } from "../../ui/controls";
import { useKeys } from "../../ui/keys";
import { Tabs } from "../../ui/Tabs";
import { leave } from "./analysis";
import { EditTab } from "./EditTab";
import { EnginePanel } from "./EnginePanel";
import * as game from "./game";
import { listenToGames } from "./intake";
import { KEYS } from "./keys";
import { LineGraph } from "./LineGraph";
import { MovesTab } from "./MovesTab";
import { OptionsTab } from "./OptionsTab";
import { ShareTab } from "./ShareTab";
import { boardView } from "./views";
import "./analyse.css";

const SIZES = Array.from({ length: 18 }, (_, i) => i + 5);

export function AnalysePart({ rest }: PartProps) {
  useEffect(() => {
    if (rest.some((segment) => segment !== "") && !game.loadSegments(rest)) {
      game.notice.value = t("analyse.badAddress");
    }
    game.updateAddress();
  }, [rest]);
  useEffect(() => {
    const ignoreGames = listenToGames();
    return () => {
      ignoreGames();
      leave();
    };
  }, []);
  useKeys(KEYS);
  const onFocusIn = useBoardFocus(".notice");
  const { setup } = game.position.value;
  return (
    <div class="workbench analyse" onFocusIn={onFocusIn}>
      <div class="board-column">
        <BoardOfGame />
        <Steps />
      </div>
      <div class="side">
        <h1 class="visually-hidden">{t("part.analyse")}</h1>
        <div class="row position-head">
          <Status />
          <Select
            label={t("rule.label")}
            value={setup.rule}
            options={RULES.map((rule) => [rule, t(`rule.${rule}`)] as const)}
            onChange={game.setRule}
          />
          <Select
            label={t("size.label")}
            value={setup.size}
            options={SIZES.map((size) => [size, `${size}×${size}`] as const)}
            onChange={game.setSize}
          />
        </div>
        <OpeningName />
        {game.notice.value && (
          <p class="notice" role="alert">
            {game.notice}
          </p>
        )}
        {game.canUndo.value && (
          <div class="notice row spread">
            {t("analyse.taken")}
            <Button icon="undo" onClick={game.undo}>
              {t("analyse.undo")}
            </Button>
          </div>
        )}
        <EnginePanel />
        <LineGraph />
        <Tabs
          label={t("analyse.more")}
          tabs={[
            { key: "moves", title: t("analyse.moves"), content: () => <MovesTab /> },
            { key: "edit", title: t("analyse.edit"), content: () => <EditTab /> },
            { key: "share", title: t("analyse.share"), content: () => <ShareTab /> },
            { key: "options", title: t("analyse.options"), content: () => <OptionsTab /> },
          ]}
        />
      </div>
    </div>
  );
}

function BoardOfGame() {
  const { size } = game.position.value.setup;
  const toPlay =
    isOver(game.ruling.value) && !game.blocking.value ? undefined : sideToMove(game.position.value);
  return (
    <Board
      view={boardView.value}
      label={t("board.label", { size })}
      toPlay={toPlay}
      onPlay={(p) => (game.blocking.peek() ? game.toggleBlocked(p) : game.play(p))}
      playsBlocked={game.blocking.value}
      onMark={game.toggleBlocked}
    />
  );
}

function Status() {
  const toMove = sideToMove(game.position.value);
  const outcome = game.ruling.value?.outcome;
  return (
    <p class="status grow">
      <span
        class={`chip ${outcome === "black" || outcome === "white" ? outcome : toMove}`}
        aria-hidden="true"
      />
      {outcomeInWords(game.ruling.value, toMove)}
    </p>
  );
}

function OpeningName() {
  const opening = game.ruling.value?.opening;
  return opening ? <p class="muted small">{t("game.opening", { name: openingName(opening) })}</p> : null;
}

function Steps() {
  const { canBack, canForward } = game;
  return (
    <div class="row steps" role="group" aria-label={t("analyse.steps")}>
      <Button icon="first" label={t("nav.first")} disabled={!canBack.value} onClick={game.toStart} />
      <Button icon="back" label={t("nav.back")} disabled={!canBack.value} onClick={game.back} />
      <Button icon="forward" label={t("nav.forward")} disabled={!canForward.value} onClick={game.forward} />
      <Button icon="last" label={t("nav.last")} disabled={!canForward.value} onClick={game.toEnd} />
    </div>
  );
}
