/** The mistakes of a game as a list; missed wins can be shown alone. */

import { useSignal } from "@preact/signals";
import { percent } from "../../engine/numbers";
import { t } from "../../i18n";
import { Verdict } from "./MoveNotes";
import * as session from "./session";

export function Mistakes() {
  const onlyMissed = useSignal(false);
  const all = session.mistakes.value;
  const missed = all.filter((move) => move.verdict === "missed win");
  if (all.length === 0) return <p class="muted">{t("review.noMistakes")}</p>;
  const shown = onlyMissed.value && missed.length > 0 ? missed : all;
  return (
    <div class="stack tight">
      {missed.length > 0 && missed.length < all.length && (
        <label class="row small">
          <input
            type="checkbox"
            checked={onlyMissed.value}
            onChange={(event) => {
              onlyMissed.value = event.currentTarget.checked;
            }}
          />
          {t("review.missedWins")} ({missed.length})
        </label>
      )}
      <ol class="mistakes">
        {shown.map((move) => (
          <li key={move.number}>
            <button
              type="button"
              class="row-button"
              aria-current={session.moveNumber.value === move.number ? "true" : undefined}
              onClick={() => session.toMove(move.number)}
            >
              <span class="number">{move.number}</span>
              <span class={`chip ${move.color}`} aria-hidden="true" />
              <span class="visually-hidden">{t(`color.${move.color}`)}</span>
              <strong>{move.move}</strong>
              <Verdict verdict={move.verdict ?? "inaccuracy"} />
              <span class="muted small change">
                {percent(move.before)} → {percent(move.after)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
