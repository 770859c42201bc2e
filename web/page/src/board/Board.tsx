/** A board to look at and to play on, by mouse, finger, keyboard and screen reader. */

import { useSignal } from "@preact/signals";
import type { TargetedPointerEvent } from "preact";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import { palette, twoStep } from "../app/settings";
import type { Color } from "../game/position";
import { t } from "../i18n";
import { Drawing, StoneSign } from "./Drawing";
import { describeBoard } from "./describe";
import { Grid } from "./Grid";
import { middleOf } from "./geometry";
import { layoutOf, pointAt, xOf, yOf } from "./layout";
import type { Point } from "./points";
import type { BoardView } from "./view";
import "./board.css";

export interface BoardProps {
  view: BoardView;
  /** What the board is, for screen readers. */
  label: string;
  /** The colour that a click places; without it nothing can be played. */
  toPlay?: Color | undefined;
  onPlay?: (p: Point) => void;
  /** A key asks to play there, whatever lies there; without it keys play what clicks do. */
  onKey?: ((p: Point) => void) | undefined;
  /** The pointer or the cursor is over this free point; undefined if over none. */
  onHover?: (p: Point | undefined) => void;
  /** Whether blocked points can be played, too. */
  playsBlocked?: boolean;
  /** Right click, or the key `b`. */
  onMark?: (p: Point) => void;
}

type PointerOnBoard = TargetedPointerEvent<SVGSVGElement>;

export function Board(props: BoardProps) {
  const { view, label, toPlay, onPlay, onKey, onHover, playsBlocked, onMark } = props;
  const { size, coordinates = true } = view;
  const id = useId();
  const layout = useMemo(() => layoutOf(size, coordinates), [size, coordinates]);
  const hovered = useSignal<Point | undefined>(undefined);
  const chosen = useSignal<Point | undefined>(undefined);
  const cursor = useSignal<Point>(middleOf(size));
  const pressed = useRef<{ at: Point | undefined; isTouch: boolean }>({ at: undefined, isTouch: false });
  const isFree = (p: Point) =>
    (playsBlocked || !view.blocked?.includes(p)) &&
    !view.stones.some((stone) => stone.point === p && !stone.ghost);
  const isOpen = (p: Point) => isFree(p) && !view.closed?.includes(p);

  useEffect(() => {
    cursor.value = middleOf(size);
  }, [size, cursor]);
  useEffect(() => {
    chosen.value = undefined;
    hovered.value = undefined;
  }, [view.stones, chosen, hovered]);

  const hover = (p: Point | undefined) => {
    if (hovered.peek() === p) return;
    hovered.value = p;
    onHover?.(p);
  };
  const locate = (event: PointerOnBoard | MouseEvent): Point | undefined => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    return pointAt(layout, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  const playByHand = (p: Point) => {
    if (!toPlay || !isFree(p)) return;
    if (twoStep.peek() && pressed.current.isTouch && chosen.peek() !== p) chosen.value = p;
    else onPlay?.(p);
  };

  const shown = useMemo(
    () => (chosen.value === undefined || !toPlay ? view : withChosen(view, chosen.value, toPlay)),
    [view, chosen.value, toPlay],
  );
  const words = describeBoard(shown);
  return (
    <div class="board">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the grid inside has the name */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid inside takes the keyboard */}
      <svg
        viewBox={`0 0 ${layout.extent} ${layout.extent}`}
        class={toPlay ? "playable" : undefined}
        onPointerDown={(event) => {
          pressed.current = { at: locate(event), isTouch: event.pointerType === "touch" };
        }}
        onMouseDown={(event) => {
          event.preventDefault();
          leaveOther(event.currentTarget);
        }}
        onPointerMove={(event) => {
          const p = event.pointerType === "touch" ? undefined : locate(event);
          hover(p !== undefined && isOpen(p) ? p : undefined);
        }}
        onPointerLeave={() => hover(undefined)}
        onClick={(event) => {
          const p = locate(event);
          if (p !== undefined && event.detail !== 0 && p === pressed.current.at) playByHand(p);
        }}
        onContextMenu={(event) => {
          const p = locate(event);
          if (p === undefined || !onMark) return;
          event.preventDefault();
          onMark(p);
        }}
      >
        <g aria-hidden="true">
          <Drawing view={shown} palette={palette.value} id={id} />
          {toPlay && hovered.value !== undefined && isOpen(hovered.value) && (
            <g class="hover">
              <StoneSign
                stone={{ point: hovered.value, color: toPlay, ghost: true }}
                isLast={false}
                x={xOf(layout, hovered.value)}
                y={yOf(layout, hovered.value)}
                palette={palette.value}
                id={id}
              />
            </g>
          )}
        </g>
        <Grid
          layout={layout}
          label={label}
          words={words}
          cursor={cursor}
          onPlay={onKey ?? ((p) => toPlay && isFree(p) && onPlay?.(p))}
          onFocus={(p) => onHover?.(p)}
          onMark={onMark}
        />
      </svg>
      {chosen.value !== undefined && (
        <p class="tap-again" aria-hidden="true">
          {t("board.tapAgain")}
        </p>
      )}
    </div>
  );
}

/** Takes the focus off what is not the board: keys meant for the game would change that. */
function leaveOther(board: Element): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && !board.contains(focused)) focused.blur();
}

const withChosen = (view: BoardView, p: Point, color: Color): BoardView => ({
  ...view,
  stones: [...view.stones, { point: p, color, ghost: true }],
  marks: [...(view.marks ?? []), { point: p, kind: "chosen" }],
});
