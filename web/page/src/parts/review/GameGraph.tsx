/** Black's winning chance through the game, with the mistakes. */

import type { Review } from "../../engine";
import { percent } from "../../engine/numbers";
import { t } from "../../i18n";
import { Graph, type GraphPoint } from "../../ui/Graph";
import * as session from "./session";
import { isGrave } from "./words";

export function GameGraph({ review }: { review: Review }) {
  const dotOf = (verdict: Review["moves"][number]["verdict"]) =>
    verdict === null ? undefined : isGrave(verdict) ? "dot spot grave" : "dot spot";
  const points: GraphPoint[] = [
    { move: 0, black: review.start },
    ...review.moves.map(({ number, black, verdict }) => ({ move: number, black, dot: dotOf(verdict) })),
  ];
  const now = session.number.value;
  const at = t("review.at", { number: now, chance: percent(points[now]?.black ?? 0.5) });
  return (
    <Graph
      class="review-graph"
      caption={
        <>
          <span>{t("review.graph")}</span>
          <span>{at}</span>
        </>
      }
      label={`${t("review.graph")}: ${at}`}
      points={points}
      moves={Math.max(1, review.moves.length)}
      now={now}
      onMove={session.toMove}
    />
  );
}
