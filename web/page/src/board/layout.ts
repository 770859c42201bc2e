/** Where points lie on the drawing: one cell is 40 units, row 1 is at the bottom. */

import { columnOf, isOnBoard, type Point, point, rowOf } from "./points";

export const CELL = 40;

/** From the edge of the board to the first line. */
export const marginOf = (coordinates: boolean): number => (coordinates ? CELL * 1.05 : CELL * 0.7);

/** Width and height of the drawing. */
export const extentOf = (size: number, coordinates: boolean): number =>
  (size - 1) * CELL + 2 * marginOf(coordinates);

export interface Layout {
  readonly size: number;
  readonly margin: number;
  readonly extent: number;
}

export const layoutOf = (size: number, coordinates: boolean): Layout => ({
  size,
  margin: marginOf(coordinates),
  extent: extentOf(size, coordinates),
});

export const xOf = ({ margin }: Layout, p: Point): number => margin + columnOf(p) * CELL;
export const yOf = ({ margin, size }: Layout, p: Point): number => margin + (size - 1 - rowOf(p)) * CELL;

/** The point nearest to a place on the drawing, given as fractions of its width and height. */
export function pointAt({ size, margin, extent }: Layout, across: number, down: number): Point | undefined {
  const column = Math.round((across * extent - margin) / CELL);
  const row = size - 1 - Math.round((down * extent - margin) / CELL);
  return isOnBoard(column, row, size) ? point(column, row) : undefined;
}
