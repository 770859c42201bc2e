/** Symmetries and shifts of a board, and where its marks are. */

import { allPoints, columnOf, isOnBoard, type Point, point, rowOf } from "./points";

export const SYMMETRIES = [
  "rotate-right",
  "rotate-left",
  "half-turn",
  "mirror-columns",
  "mirror-rows",
] as const;
export type Symmetry = (typeof SYMMETRIES)[number];

/** Where a point lands; row 0 is drawn at the bottom. */
export function transform(p: Point, symmetry: Symmetry, size: number): Point {
  const [x, y, last] = [columnOf(p), rowOf(p), size - 1];
  switch (symmetry) {
    case "rotate-right":
      return point(y, last - x);
    case "rotate-left":
      return point(last - y, x);
    case "half-turn":
      return point(last - x, last - y);
    case "mirror-columns":
      return point(last - x, y);
    case "mirror-rows":
      return point(x, last - y);
  }
}

/** The point so many columns and rows away; undefined if that is off the board. */
export function shift(p: Point, columns: number, rows: number, size: number): Point | undefined {
  const [x, y] = [columnOf(p) + columns, rowOf(p) + rows];
  return isOnBoard(x, y, size) ? point(x, y) : undefined;
}

/** Points drawn with a dot: the middle and four or eight around it, on boards with a middle. */
export function starPoints(size: number): Point[] {
  const edge = size < 9 ? 0 : size < 12 ? 2 : 3;
  const middle = (size - 1) / 2;
  const isOdd = size % 2 === 1;
  if (edge === 0) return isOdd ? [point(middle, middle)] : [];
  const corners = [edge, size - 1 - edge];
  const between = isOdd ? (size >= 17 ? [edge, middle, size - 1 - edge] : corners) : corners;
  const stars = between.flatMap((x) => between.map((y) => point(x, y)));
  return isOdd && size < 17 ? [...stars, point(middle, middle)] : stars;
}

/** The middle of a board; of an even one the upper right of the four. */
export const middleOf = (size: number): Point => point(Math.floor(size / 2), Math.floor(size / 2));

/** Points at most so many lines from the middle. */
export function pointsNearMiddle(size: number, reach: number): Point[] {
  const middle = middleOf(size);
  const far = (p: Point) =>
    Math.max(Math.abs(columnOf(p) - columnOf(middle)), Math.abs(rowOf(p) - rowOf(middle)));
  return allPoints(size).filter((p) => far(p) <= reach);
}
