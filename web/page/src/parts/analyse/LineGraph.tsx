/** Black's winning chance after each move of the current line. */

import { percent } from "../../engine/numbers";
import { mainLineFrom, pathTo, ROOT } from "../../game/tree";
import { t } from "../../i18n";
import { Graph } from "../../ui/Graph";
import { evaluations } from "./evaluations";
import { goTo, tree } from "./game";

/** Moves that a short line leaves room for. */
const LEAST = 10;

export function LineGraph() {
  const now = tree.value;
  const ids = [
    ROOT,
    ...pathTo(now, now.current).map((node) => node.id),
    ...mainLineFrom(now, now.current).map((node) => node.id),
  ];
  const points = ids.flatMap((id, move) => {
    const found = evaluations.value.get(id);
    return found ? [{ move, black: found.black, dot: "dot" }] : [];
  });
  const values = points.map(({ move, black }) => `${move}: ${percent(black)}`).join(", ");
  return (
    <Graph
      caption={t("analyse.graph")}
      label={`${t("analyse.graph")}: ${values || t("analyse.noValue")}`}
      points={points}
      moves={Math.max(LEAST, ids.length - 1)}
      now={ids.indexOf(now.current)}
      onMove={(move) => goTo(ids[Math.min(move, ids.length - 1)] ?? ROOT)}
    />
  );
}
