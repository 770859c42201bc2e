/** Black's winning chance through a game as a curve; a click goes to a move. */

import type { ComponentChildren } from "preact";
import "./graph.css";

const WIDTH = 400;
const HEIGHT = 100;
/** Room above and below the curve, so that its dots are whole. */
const ROOM = 5;

export interface GraphPoint {
  /** Moves played. */
  readonly move: number;
  /** Black's winning chance after them, 0 to 1. */
  readonly black: number;
  /** A dot, and its look. */
  readonly dot?: string | undefined;
}

interface GraphProps {
  readonly class?: string;
  readonly caption: ComponentChildren;
  /** For screen readers. */
  readonly label: string;
  readonly points: readonly GraphPoint[];
  /** Moves across the whole width. */
  readonly moves: number;
  /** The move that is shown. */
  readonly now: number;
  readonly onMove: (move: number) => void;
}

export function Graph({ class: look = "", caption, label, points, moves, now, onMove }: GraphProps) {
  const x = (move: number) => (move / moves) * WIDTH;
  const y = (black: number) => ROOM + (HEIGHT - 2 * ROOM) * (1 - black);
  const line = points.map(({ move, black }) => `${x(move).toFixed(1)},${y(black).toFixed(1)}`).join(" ");
  const onClick = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const move = Math.round(((event.clientX - box.left) / box.width) * moves);
    onMove(Math.min(moves, Math.max(0, move)));
  };
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure class={`graph ${look}`}>
      <figcaption class="row spread">{caption}</figcaption>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the moves can be reached by keys */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        onClick={onClick}
      >
        {first && last && first !== last && (
          <polygon class="area" points={`${x(first.move)},${HEIGHT} ${line} ${x(last.move)},${HEIGHT}`} />
        )}
        <line class="middle" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <line class="now" x1={x(now)} x2={x(now)} y1={0} y2={HEIGHT} />
        <polyline class="curve" points={line} />
        {points.map(
          ({ move, black, dot }) =>
            dot && <line key={move} class={dot} x1={x(move)} x2={x(move)} y1={y(black)} y2={y(black)} />,
        )}
      </svg>
    </figure>
  );
}
