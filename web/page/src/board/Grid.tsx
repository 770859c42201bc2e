/** The points of a board as a grid for keyboards and screen readers, invisible but for the focus. */

import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { actionOf } from "../ui/keys";
import { afterKey } from "./cursor";
import { describePoint } from "./describe";
import { CELL, type Layout, xOf, yOf } from "./layout";
import { type Point, point } from "./points";

interface GridProps {
  layout: Layout;
  label: string;
  words: ReadonlyMap<Point, string>;
  /** The point that the tab key reaches. */
  cursor: Signal<Point>;
  onPlay: (p: Point) => void;
  onFocus: (p: Point) => void;
  onMark?: ((p: Point) => void) | undefined;
}

export function Grid({ layout, label, words, cursor, onPlay, onFocus, onMark }: GridProps) {
  const grid = useRef<SVGGElement>(null);
  const { size } = layout;
  const lines = Array.from({ length: size }, (_, i) => i);

  const move = (p: Point) => {
    cursor.value = p;
    grid.current?.querySelector<SVGElement>(`[data-point="${p}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const p = cursor.peek();
    const next = afterKey(p, event.key, size);
    const mark = onMark && actionOf({ b: () => onMark(p) }, event);
    if (next !== undefined) move(next);
    // A key that is held was meant for a button that is gone.
    else if (event.key === "Enter" || event.key === " ") event.repeat || onPlay(p);
    else if (mark) mark();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <g role="grid" aria-label={label} ref={grid} onKeyDown={onKeyDown}>
      {lines.map((i) => (
        <g key={i} role="row">
          {lines.map((column) => {
            const p = point(column, size - 1 - i);
            return (
              <rect
                key={p}
                role="gridcell"
                class="cell"
                data-point={p}
                tabIndex={cursor.value === p ? 0 : -1}
                aria-label={describePoint(p, words)}
                x={xOf(layout, p) - CELL / 2}
                y={yOf(layout, p) - CELL / 2}
                width={CELL}
                height={CELL}
                rx={7}
                onFocus={() => {
                  cursor.value = p;
                  onFocus(p);
                }}
              />
            );
          })}
        </g>
      ))}
    </g>
  );
}
