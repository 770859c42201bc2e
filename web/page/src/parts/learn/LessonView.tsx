/** What the engine says of a position. Pointing at something, or choosing it, shows it on the board. */

import type { ComponentChildren } from "preact";
import { foulInWords } from "../../board/describe";
import type { Group, Lesson, Said, Sentence, Step } from "../../engine";
import { fromNames } from "../../engine/convert";
import { movesOf } from "../../engine/numbers";
import { inWords, langOf, sentence } from "../../engine/phrase";
import { valueInWords } from "../../engine/value";
import { opposite } from "../../game/position";
import { listed, plural, t } from "../../i18n";
import * as explain from "./explain";

export function LessonView({ lesson }: { lesson: Lesson }) {
  return (
    <div class="stack lesson">
      <Situation lesson={lesson} />
      <Lines lesson={lesson} />
      <Shapes lesson={lesson} />
      <StrongPoints lesson={lesson} />
      <Forbidden lesson={lesson} />
      <Candidates lesson={lesson} />
      <details>
        <summary class="small">{t("learn.inWords")}</summary>
        <Reasons told={lesson.sentences} />
      </details>
    </div>
  );
}

/** Sentences, reasons within reasons indented. */
function Reasons({ told, from = 0 }: { told: readonly Sentence[]; from?: number }) {
  return (
    <ul class="why">
      {told.map((said, i) => (
        <li key={i} lang={langOf(said)} style={{ marginInlineStart: `${said.depth - from}rem` }}>
          {sentence(said)}
        </li>
      ))}
    </ul>
  );
}

/** What a move does, after its name. */
const Does = ({ said }: { said: Said }) => <span lang={langOf(said)}>{inWords(said)}</span>;

interface PointedProps {
  points?: readonly string[];
  /** Moves of both sides from the position on. */
  line?: readonly string[];
  what: string;
  children: ComponentChildren;
}

/** Something that is on the board. */
function Pointed({ points = [], line = [], what, children }: PointedProps) {
  const show = () => {
    explain.lit.value = fromNames(points);
    explain.ghosts.value = fromNames(line);
  };
  return (
    <button
      type="button"
      class="pointed row-button"
      title={t("learn.show", { what })}
      onPointerEnter={show}
      onFocus={show}
      onClick={show}
    >
      {children}
    </button>
  );
}

const colors = (lesson: Lesson) => ({
  color: t(`color.${lesson.to_move}`),
  opponent: t(`color.${opposite(lesson.to_move)}`),
});

function Situation({ lesson }: { lesson: Lesson }) {
  const { situation, answers, outcome } = lesson;
  const isHopeless = situation === "threatened" && answers.length === 0;
  const key = isHopeless ? "hopeless" : situation;
  const words = { ...colors(lesson), points: listed(answers, "disjunction") };
  return (
    <section>
      <h2>{t("learn.situation")}</h2>
      <p>
        {outcome !== "open" ? (
          t("learn.situation.over")
        ) : answers.length > 0 ? (
          <Pointed points={answers} what={answers.join(" ")}>
            {t(`learn.situation.${key}`, words)}
          </Pointed>
        ) : (
          t(`learn.situation.${key}`, words)
        )}
      </p>
    </section>
  );
}

/** The win, or else the threat and the best move. */
function Lines({ lesson }: { lesson: Lesson }) {
  const { win, threat, best } = lesson;
  const names = colors(lesson);
  if (win) {
    return (
      <section>
        <p>{plural("learn.winLine", movesOf(win.plies), names)}</p>
        <Steps steps={win.steps} />
      </section>
    );
  }
  return (
    <>
      {best && (
        <section>
          <Pointed line={best.pv} what={best.move}>
            {t("learn.bestLine", { move: best.move, value: valueInWords(best) })}
          </Pointed>
        </section>
      )}
      {threat && (
        <section>
          <p>{t("learn.threatLine", names)}</p>
          <Steps steps={threat.steps} isThreat />
        </section>
      )}
    </>
  );
}

/** A line move by move, with what each move does. */
function Steps({ steps, isThreat }: { steps: readonly Step[]; isThreat?: boolean }) {
  return (
    <ol class="story">
      {steps.map((step, i) => {
        const moves = steps.slice(0, i + 1).map(({ move }) => move);
        return (
          <li key={step.move}>
            <Pointed {...(isThreat ? { points: moves } : { line: moves })} what={step.move}>
              <span class={`chip ${step.color}`} aria-hidden="true" />
              <strong>{step.move}</strong> <Does said={step} />
            </Pointed>
          </li>
        );
      })}
    </ol>
  );
}

function shapeInWords({ shape, broken }: Group): string {
  const name = shape === "overline" ? t("learn.overline") : t(`shape.${shape}`);
  return broken ? t("learn.broken", { shape: name }) : name;
}

function Shapes({ lesson: { groups } }: { lesson: Lesson }) {
  return (
    <section>
      <h2>{t("learn.shapes")}</h2>
      {groups.length === 0 && <p class="muted">{t("learn.noShapes")}</p>}
      <ul class="plain">
        {groups.map((group) => {
          const { color, stones, next, shape } = group;
          const key = shape === "open three" ? "learn.next.three" : "learn.next.four";
          return (
            <li key={`${shape}${stones.join("")}`}>
              <Pointed points={[...stones, ...next]} what={shapeInWords(group)}>
                <span class={`chip ${color}`} aria-hidden="true" />
                <span class="visually-hidden">{t(`color.${color}`)}</span>
                <strong>{shapeInWords(group)}</strong> {stones.join(" ")}
                {next.length > 0 && <span class="muted"> → {t(key, { points: next.join(", ") })}</span>}
              </Pointed>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Where a side, if it were to move, would make something that wins. */
function StrongPoints({ lesson: { threats } }: { lesson: Lesson }) {
  if (threats.length === 0) return null;
  return (
    <section>
      <h2>{t("learn.strong")}</h2>
      <ul class="plain">
        {threats.map(({ color, shape, points }) => (
          <li key={color + shape}>
            <Pointed points={points} what={t(`shape.${shape}`)}>
              <span class={`chip ${color}`} aria-hidden="true" />
              <span class="visually-hidden">{t(`color.${color}`)}</span>
              <strong>{t(`shape.${shape}`)}</strong> {points.join(" ")}
            </Pointed>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Forbidden({ lesson: { forbidden } }: { lesson: Lesson }) {
  if (explain.position.value.setup.rule !== "renju") return null;
  return (
    <section>
      <h2>{t("learn.forbiddenHead")}</h2>
      {forbidden.length === 0 && <p class="muted">{t("learn.noneForbidden")}</p>}
      <ul class="plain">
        {forbidden.map(({ point, kind, why }) => (
          <li key={point}>
            <Pointed points={[point]} what={point}>
              <strong>
                {kind
                  ? t("learn.isForbidden", { point, kind: foulInWords(kind) })
                  : t("learn.looksForbidden", { point })}
              </strong>
            </Pointed>
            <Reasons told={why.slice(1)} from={1} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Candidates({ lesson: { candidates } }: { lesson: Lesson }) {
  if (candidates.length === 0) return null;
  return (
    <section>
      <h2>{t("learn.candidates")}</h2>
      <ul class="plain">
        {candidates.map((candidate) => (
          <li key={candidate.move}>
            <Pointed points={[candidate.move]} what={candidate.move}>
              <strong>{candidate.move}</strong> <Does said={candidate} />
            </Pointed>
          </li>
        ))}
      </ul>
    </section>
  );
}
