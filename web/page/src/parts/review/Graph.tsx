/** Black's winning chance through the game, with the mistakes; a click goes there. */

import type { Review } from "../../engine";
import { t } from "../../i18n";
import * as session from "./session";
import { isGrave, percent } from "./words";

const WIDTH = 420;
const HEIGHT = 110;

export function Graph({ review }: { review: Review }) {
  const chances = [review.start, ...review.moves.map((move) => move.black)];
  const step = WIDTH / Math.max(1, chances.length - 1);
  const y = (chance: number) => HEIGHT * (1 - chance);
  const line = chances.map((chance, i) => `${(i * step).toFixed(1)},${y(chance).toFixed(1)}`).join(" ");
  const now = session.number.value;
  const at = t("review.at", { number: now, chance: percent(chances[now] ?? 0.5) });
  return (
    <figure class="graph review-graph">
      <figcaption class="row">
        <span class="grow">{t("review.graph")}</span>
        <span>{at}</span>
      </figcaption>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the moves can be reached by keys */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t("review.graph")}: ${at}`}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const move = Math.round((((event.clientX - box.left) / box.width) * WIDTH) / step);
          session.toMove(Math.min(chances.length - 1, Math.max(0, move)));
        }}
      >
        <polygon class="area" points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
        <line class="middle" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <polyline class="curve" points={line} />
        <line class="now" x1={now * step} x2={now * step} y1={0} y2={HEIGHT} />
        {session.mistakes.value.map(({ number, black, verdict }) => (
          <line
            key={number}
            class={isGrave(verdict) ? "spot grave" : "spot"}
            x1={number * step}
            x2={number * step}
            y1={y(black)}
            y2={y(black)}
          />
        ))}
      </svg>
    </figure>
  );
}
