/** What is to be said of the move that is shown, and the lines that go with it. */

import { nameOf } from "../../board/points";
import type { Review, ReviewedMove } from "../../engine";
import { percent } from "../../engine/numbers";
import { outcomeInWords } from "../../engine/outcome";
import { langOf, sentence } from "../../engine/phrase";
import { isOver } from "../../engine/referee";
import { valueInWords } from "../../engine/value";
import { sideToMove } from "../../game/position";
import { mainLineFrom } from "../../game/tree";
import { t } from "../../i18n";
import { Button } from "../../ui/controls";
import * as session from "./session";
import { isGrave, remarkOf } from "./words";

export function MoveNotes({ review }: { review: Review }) {
  const move = session.reviewedMove.value;
  return (
    <section class="panel notes" aria-live="polite">
      {!session.isInGame.value ? (
        <LineNotes />
      ) : move ? (
        <GameMoveNotes move={move} />
      ) : (
        <p>
          {t("review.start")} · {t("review.graph")}: {percent(review.start)}
        </p>
      )}
    </section>
  );
}

function GameMoveNotes({ move }: { move: ReviewedMove }) {
  const { verdict, color, number, why, best, refutation } = move;
  return (
    <>
      <div class="row">
        <h2 class="grow row">
          <span class={`chip ${color}`} aria-hidden="true" />
          <span class="visually-hidden">{t(`color.${color}`)}</span>
          {number}. {move.move}
        </h2>
        {verdict && <Verdict verdict={verdict} />}
      </div>
      <p>{remarkOf(move)}</p>
      {why.length > 0 && (
        <ul class="why">
          {why.map((said, i) => (
            <li key={i} lang={langOf(said)}>
              {sentence(said)}
            </li>
          ))}
        </ul>
      )}
      {verdict && (
        <div class="row">
          {refutation && (
            <Button kind="primary" icon="start" onClick={() => session.showLine("refutation")}>
              {t("review.refute")}
            </Button>
          )}
          {best && !move.best_played && (
            <Button icon="bulb" onClick={() => session.showLine("better")}>
              {t("review.better")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

export function Verdict({ verdict }: { verdict: NonNullable<ReviewedMove["verdict"]> }) {
  return <span class={isGrave(verdict) ? "verdict grave" : "verdict"}>{t(`review.verdict.${verdict}`)}</span>;
}

/** On a line that is not the game: how far one is in it, or what the engine says. */
function LineNotes() {
  const { tree } = session.reviewed.value;
  const followed = session.following.value;
  const at = session.position.value.moves.length - session.number.value;
  const length = followed?.nodes.length ?? at + mainLineFrom(tree, tree.current).length;
  const note = followed ?? session.noteAt(tree.current);
  const title = note ? t(`review.kind.${note.kind === "other" ? "second" : note.kind}`) : t("review.ownLine");
  const canGoOn = followed ? at < length : session.canForward.value;
  const moves = session.position.value.moves.slice(session.number.value).map(nameOf);
  return (
    <>
      <h2>{title}</h2>
      <p class="line-moves">
        {session.number.value > 0 && <span class="muted">{session.number.value} · </span>}
        {moves.join(" ")}
      </p>
      {isOver(session.ruling.value) ? (
        <p>{outcomeInWords(session.ruling.value, sideToMove(session.position.value))}</p>
      ) : (
        <LineOpinion at={at} length={length} isKnown={note !== undefined} />
      )}
      <div class="row">
        <Button kind="primary" icon="forward" disabled={!canGoOn} onClick={session.forward}>
          {t("nav.forward")}
        </Button>
        <Button icon="undo" onClick={session.backToGame}>
          {t("review.backToGame")}
        </Button>
      </div>
    </>
  );
}

function LineOpinion({ at, length, isKnown }: { at: number; length: number; isKnown: boolean }) {
  if (isKnown) return <p class="muted">{t("review.lineAt", { at, length })}</p>;
  const best = session.reply.value?.lines[0];
  if (!best) return <p class="muted">{t("review.thinkingHere")}</p>;
  return <p>{t("review.replies", { move: best.move, value: valueInWords(best) })}</p>;
}
