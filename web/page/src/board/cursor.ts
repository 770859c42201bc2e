/** The keyboard's cursor on a board. */

import { columnOf, type Point, point, rowOf } from "./points";

/** Where a key takes the cursor; undefined if it is no key for that. */
export function afterKey(p: Point, key: string, size: number): Point | undefined {
  const [x, y, last] = [columnOf(p), rowOf(p), size - 1];
  switch (key) {
    case "ArrowLeft":
      return point(Math.max(0, x - 1), y);
    case "ArrowRight":
      return point(Math.min(last, x + 1), y);
    case "ArrowUp":
      return point(x, Math.min(last, y + 1));
    case "ArrowDown":
      return point(x, Math.max(0, y - 1));
    case "Home":
      return point(0, y);
    case "End":
      return point(last, y);
    default:
      return undefined;
  }
}
