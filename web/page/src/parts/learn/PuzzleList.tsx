/** All puzzles that fit the choice, with what was solved. */

import { useEffect } from "preact/hooks";
import { hashOf } from "../../app/route";
import { RULES } from "../../game/position";
import { t } from "../../i18n";
import { Select } from "../../ui/controls";
import * as collection from "./collection";
import { isSolved, isTried } from "./progress";
import { LEVELS, type Puzzle } from "./puzzles";

export function PuzzleList({ isOwn }: { isOwn: boolean }) {
  useEffect(() => {
    void collection.loadCollection();
  }, []);
  useEffect(() => {
    collection.isOwnAsked.value = isOwn;
  }, [isOwn]);
  const next = collection.nextAfter(undefined);
  const [solved, total] = [collection.solvedCount.value, collection.fittingCount.value];
  return (
    <div class="puzzle-list">
      <div class="row">
        <div class="grow">
          <h1>{t("learn.puzzles")}</h1>
          <p class="muted small">{t("learn.progress", { solved, total })}</p>
        </div>
        {next && (
          <a class="button primary" href={hashOf("learn", ["puzzle", next.id])}>
            {t("learn.nextOpen")}
          </a>
        )}
      </div>
      <progress
        class="solved-bar"
        value={solved}
        max={total || 1}
        aria-label={t("learn.progress", { solved, total })}
      />
      <Filters />
      <Shown />
    </div>
  );
}

function Filters() {
  const { source, kind, level, rule, shownState } = collection;
  return (
    <div class="row filters">
      <Select
        label={t("learn.source")}
        value={source.value}
        options={collection.SOURCES.map((key) => [key, t(`learn.source.${key}`)] as const)}
        onChange={collection.chooseSource}
      />
      <Select
        label={t("learn.kind")}
        value={collection.shownKind.value}
        options={(["all", ...collection.kinds.value] as const).map(
          (key) => [key, t(`learn.kind.${key}`)] as const,
        )}
        onChange={(key) => {
          kind.value = key;
        }}
      />
      <Select
        label={t("learn.level")}
        value={level.value}
        options={[
          ["all", `${t("learn.level")}: ${t("learn.level.all")}`] as const,
          ...LEVELS.map((key) => [key, `${t("learn.level")}: ${key}`] as const),
        ]}
        onChange={(key) => {
          level.value = key;
        }}
      />
      <Select
        label={t("rule.label")}
        value={rule.value}
        options={[
          ["all", t("learn.rule.all")] as const,
          ...RULES.map((key) => [key, t(`rule.${key}`)] as const),
        ]}
        onChange={(key) => {
          rule.value = key;
        }}
      />
      <Select
        label={t("learn.state")}
        value={shownState.value}
        options={collection.STATES.map((key) => [key, t(`learn.state.${key}`)] as const)}
        onChange={(key) => {
          shownState.value = key;
        }}
      />
    </div>
  );
}

function Shown() {
  const shown = collection.shown.value;
  if (collection.loadProblem.value) {
    return (
      <p class="notice bad" role="alert">
        {t("app.failed", { reason: collection.loadProblem.value })}
      </p>
    );
  }
  if (collection.source.value === "own" && collection.all.value.length === 0) {
    return (
      <p class="notice">
        {t("learn.noOwn")} <a href={hashOf("review")}>{t("part.review")}</a>
      </p>
    );
  }
  if (shown.length === 0) return <p class="notice">{t("learn.none")}</p>;
  return (
    <>
      {collection.kinds.value.map((kind) => {
        const some = shown.filter((puzzle) => puzzle.kind === kind);
        return some.length === 0 ? null : (
          <section key={kind}>
            <h2>{t(`learn.kind.${kind}`)}</h2>
            <ul class="puzzles">
              {some.map((puzzle) => (
                <PuzzleLink key={puzzle.id} puzzle={puzzle} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function PuzzleLink({ puzzle }: { puzzle: Puzzle }) {
  const number = collection.numberOf(puzzle);
  const state = isSolved(puzzle.id) ? "solved" : isTried(puzzle.id) ? "tried" : "";
  const words = [
    t("learn.puzzle", { number }),
    t(`rule.${puzzle.rule}`),
    t("learn.levelOf", { level: puzzle.level }),
    state && t(`learn.${state}`),
  ];
  const label = words.filter(Boolean).join(", ");
  return (
    <li>
      <a class={state} href={hashOf("learn", ["puzzle", puzzle.id])} aria-label={label} title={label}>
        {number}
        <Dots level={puzzle.level} />
      </a>
    </li>
  );
}

/** The difficulty as dots. */
export function Dots({ level }: { level: number }) {
  return (
    <span class="dots" aria-hidden="true">
      {LEVELS.map((key) => (
        <i key={key} class={key <= level ? "on" : undefined} />
      ))}
    </span>
  );
}
