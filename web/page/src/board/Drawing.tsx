/** The picture of a board in SVG, complete in itself: the same on the page and in exported files. */

import { useMemo } from "preact/hooks";
import { starPoints } from "./geometry";
import { grainOf } from "./grain";
import { CELL, type Layout, layoutOf, xOf, yOf } from "./layout";
import { MarkSign } from "./MarkSign";
import type { Palette } from "./palette";
import { columnName, type Point, point } from "./points";
import { textAt } from "./text";
import type { BoardView, Stone } from "./view";

const RADIUS = CELL * 0.475;

interface DrawingProps {
  view: BoardView;
  palette: Palette;
  /** Begins the ids in the picture: no two pictures of a page may share it. */
  id: string;
}

export function Drawing({ view, palette, id }: DrawingProps) {
  const { size, stones, marks = [], five, last, forbidden = [], coordinates = true } = view;
  const { blocked = [], closed = [] } = view;
  const layout = useMemo(() => layoutOf(size, coordinates), [size, coordinates]);
  const surface = useMemo(
    () => <Surface layout={layout} palette={palette} id={id} coordinates={coordinates} />,
    [layout, palette, id, coordinates],
  );
  const pieces = useMemo(
    () => <Stones stones={stones} last={last} layout={layout} palette={palette} id={id} />,
    [stones, last, layout, palette, id],
  );
  return (
    <>
      {surface}
      {closed.length > 0 && <Closed points={closed} layout={layout} palette={palette} />}
      {blocked.map((p) => (
        <Blocked key={p} x={xOf(layout, p)} y={yOf(layout, p)} color={palette.blocked} />
      ))}
      {pieces}
      {five && five.length > 1 && <Five points={five} layout={layout} palette={palette} />}
      {forbidden.map(({ point: p, kind }) => (
        <text
          key={p}
          {...textAt(xOf(layout, p), yOf(layout, p), CELL * 0.36)}
          font-weight={700}
          fill={palette.forbidden}
          stroke={palette.surface[0]}
          stroke-width={5}
          paint-order="stroke"
        >
          {kind}
        </text>
      ))}
      {marks.map((mark) => (
        <MarkSign
          key={`${mark.point}${mark.kind}`}
          mark={mark}
          layout={layout}
          palette={palette}
          isOnStone={stones.some((stone) => stone.point === mark.point)}
        />
      ))}
    </>
  );
}

function Surface(props: { layout: Layout; palette: Palette; id: string; coordinates: boolean }) {
  const { layout, palette, id, coordinates } = props;
  const { extent, size } = layout;
  const grain = useMemo(() => (palette.grain ? grainOf(extent) : []), [palette.grain, extent]);
  return (
    <g>
      <defs>
        <linearGradient id={`${id}surface`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stop-color={palette.surface[0]} />
          <stop offset="1" stop-color={palette.surface[1]} />
        </linearGradient>
        <Ball id={`${id}black`} colors={palette.black} bright={0.36} />
        <Ball id={`${id}white`} colors={palette.white} bright={0.55} />
        <radialGradient id={`${id}shadow`}>
          <stop offset="0.55" stop-color="#1c1002" stop-opacity={palette.shadow} />
          <stop offset="0.85" stop-color="#1c1002" stop-opacity={palette.shadow * 0.4} />
          <stop offset="1" stop-color="#1c1002" stop-opacity="0" />
        </radialGradient>
      </defs>
      <rect width={extent} height={extent} fill={`url(#${id}surface)`} />
      {grain.map((line, i) => (
        <path
          key={i}
          d={line.path}
          fill="none"
          stroke={palette.grain}
          stroke-width={line.width}
          opacity={line.opacity}
        />
      ))}
      <path
        d={gridPath(layout)}
        stroke={palette.line}
        stroke-width={1.15}
        stroke-linecap="square"
        opacity={0.9}
      />
      <rect
        x={layout.margin}
        y={layout.margin}
        width={(size - 1) * CELL}
        height={(size - 1) * CELL}
        fill="none"
        stroke={palette.line}
        stroke-width={2.2}
      />
      {starPoints(size).map((p) => (
        <circle key={p} cx={xOf(layout, p)} cy={yOf(layout, p)} r={4.2} fill={palette.line} />
      ))}
      {coordinates && <Labels layout={layout} color={palette.label} />}
    </g>
  );
}

/** A lit ball: light from the upper left. */
function Ball({ id, colors, bright }: { id: string; colors: Palette["black"]; bright: number }) {
  return (
    <radialGradient id={id} cx="0.5" cy="0.5" r="0.56" fx="0.34" fy="0.28">
      <stop offset="0" stop-color={colors[0]} />
      <stop offset={bright} stop-color={colors[1]} />
      <stop offset="1" stop-color={colors[2]} />
    </radialGradient>
  );
}

function gridPath({ size, margin }: Layout): string {
  const length = (size - 1) * CELL;
  const inner = Array.from({ length: size - 2 }, (_, i) => margin + (i + 1) * CELL);
  return inner.map((at) => `M${margin} ${at}h${length}M${at} ${margin}v${length}`).join("");
}

function Labels({ layout, color }: { layout: Layout; color: string }) {
  const { size, margin, extent } = layout;
  const lines = Array.from({ length: size }, (_, i) => i);
  const far = margin - CELL * 0.72;
  return (
    <g fill={color} font-weight={500}>
      {lines.map((i) => (
        <>
          <text {...textAt(xOf(layout, point(i, 0)), extent - far, CELL * 0.35)}>{columnName(i)}</text>
          <text {...textAt(far, yOf(layout, point(0, i)), CELL * 0.35)}>{i + 1}</text>
        </>
      ))}
    </g>
  );
}

interface StonesProps {
  stones: readonly Stone[];
  last: Point | undefined;
  layout: Layout;
  palette: Palette;
  id: string;
}

function Stones({ stones, last, layout, palette, id }: StonesProps) {
  return (
    <g>
      {stones.map((stone) =>
        stone.ghost ? null : (
          <circle
            key={`s${stone.point}`}
            cx={xOf(layout, stone.point) + CELL * 0.045}
            cy={yOf(layout, stone.point) + CELL * 0.085}
            r={RADIUS * 1.16}
            fill={`url(#${id}shadow)`}
          />
        ),
      )}
      {stones.map((stone) => (
        <StoneSign
          key={stone.point}
          stone={stone}
          isLast={stone.point === last}
          x={xOf(layout, stone.point)}
          y={yOf(layout, stone.point)}
          palette={palette}
          id={id}
        />
      ))}
    </g>
  );
}

interface StoneProps {
  stone: Stone;
  isLast: boolean;
  x: number;
  y: number;
  palette: Palette;
  id: string;
}

export function StoneSign({ stone, isLast, x, y, palette, id }: StoneProps) {
  const { color, number, ghost } = stone;
  const ink = color === "black" ? palette.onBlack : palette.onWhite;
  const digits = number === undefined ? 0 : String(number).length;
  return (
    <g opacity={ghost ? 0.72 : undefined}>
      <circle
        cx={x}
        cy={y}
        r={RADIUS}
        fill={`url(#${id}${color})`}
        stroke={color === "white" || ghost ? palette.edge : "none"}
        stroke-width={0.8}
      />
      {number !== undefined && (
        <text
          {...textAt(x, y, CELL * (digits > 2 ? 0.36 : 0.43))}
          fill={isLast ? (color === "black" ? "#ff8f7a" : "#c22b17") : ink}
          font-weight={isLast ? 700 : 500}
        >
          {number}
        </text>
      )}
      {isLast && number === undefined && <circle cx={x} cy={y} r={CELL * 0.11} fill={palette.last} />}
    </g>
  );
}

function Blocked({ x, y, color }: { x: number; y: number; color: string }) {
  const half = CELL * 0.34;
  return (
    <g stroke={color} stroke-width={2.4} fill="none" stroke-linecap="round">
      <rect
        x={x - half}
        y={y - half}
        width={2 * half}
        height={2 * half}
        rx={6}
        fill={color}
        fill-opacity={0.28}
      />
      <path
        d={`M${x - half * 0.55} ${y - half * 0.55}l${half * 1.1} ${half * 1.1}m0 ${-half * 1.1}l${-half * 1.1} ${half * 1.1}`}
      />
    </g>
  );
}

/** A shade over all points but those that are open, which leaves the labels free. */
function Closed({ points, layout, palette }: { points: readonly Point[]; layout: Layout; palette: Palette }) {
  const { margin, extent } = layout;
  const edge = CELL * 0.3;
  const clamp = (at: number) => Math.min(extent - margin + edge, Math.max(margin - edge, at));
  const square = (p: Point) => {
    const [x, y] = [xOf(layout, p), yOf(layout, p)];
    const [left, top] = [clamp(x - CELL / 2), clamp(y - CELL / 2)];
    return `M${left} ${top}H${clamp(x + CELL / 2)}V${clamp(y + CELL / 2)}H${left}z`;
  };
  return <path d={points.map(square).join("")} fill={palette.closed} />;
}

function Five({ points, layout, palette }: { points: readonly Point[]; layout: Layout; palette: Palette }) {
  return (
    <g stroke={palette.five} stroke-width={4} fill="none">
      {points.map((p) => (
        <circle key={p} cx={xOf(layout, p)} cy={yOf(layout, p)} r={RADIUS} />
      ))}
    </g>
  );
}
