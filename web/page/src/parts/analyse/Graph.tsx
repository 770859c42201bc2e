/** Black's winning chance after each move of the current line; a click goes there. */

import { percent } from "../../engine/numbers";
import { mainLineFrom, pathTo, ROOT } from "../../game/tree";
import { t } from "../../i18n";
import { evaluations } from "./evaluations";
import { goTo, tree } from "./game";

const WIDTH = 400;
const HEIGHT = 88;
/** Room above and below the curve, so that its dots are whole. */
const ROOM = 5;

const heightOf = (black: number): number => ROOM + (HEIGHT - 2 * ROOM) * (1 - black);

export function Graph() {
  const now = tree.value;
  const ids = [
    ROOT,
    ...pathTo(now, now.current).map((node) => node.id),
    ...mainLineFrom(now, now.current).map((node) => node.id),
  ];
  const at = ids.indexOf(now.current);
  const step = WIDTH / Math.max(10, ids.length - 1);
  const known = ids.flatMap((id, i) => {
    const found = evaluations.value.get(id);
    return found ? [{ x: i * step, y: heightOf(found.black), black: found.black, move: i }] : [];
  });
  const line = known.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const label = known.length
    ? known.map(({ move, black }) => `${move}: ${percent(black, 0)}`).join(", ")
    : t("analyse.noValue");
  const onClick = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const index = Math.round((((event.clientX - box.left) / box.width) * WIDTH) / step);
    const id = ids[Math.min(ids.length - 1, Math.max(0, index))];
    if (id !== undefined) goTo(id);
  };
  return (
    <figure class="graph">
      <figcaption>{t("analyse.graph")}</figcaption>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the moves can be reached by keys */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t("analyse.graph")}: ${label}`}
        onClick={onClick}
      >
        {known.length > 1 && (
          <polygon class="area" points={`${known[0]?.x},${HEIGHT} ${line} ${known.at(-1)?.x},${HEIGHT}`} />
        )}
        <line class="middle" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <line class="now" x1={at * step} x2={at * step} y1={0} y2={HEIGHT} />
        <polyline class="curve" points={line} />
        {known.map(({ x, y, move }) => (
          <line key={move} class="dot" x1={x} x2={x} y1={y} y2={y} />
        ))}
      </svg>
    </figure>
  );
}
