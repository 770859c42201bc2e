/** Points of a board and their names: `h8` is column 7, row 7, from 0 at the lower left. */

/** A point as one number, the same on every size of board: `row * 32 + column`. */
export type Point = number;

export const MIN_SIZE = 5;
export const MAX_SIZE = 22;

export const point = (column: number, row: number): Point => row * 32 + column;
export const columnOf = (p: Point): number => p & 31;
export const rowOf = (p: Point): number => p >> 5;

export const isOnBoard = (column: number, row: number, size: number): boolean =>
  column >= 0 && row >= 0 && column < size && row < size;

export const columnName = (column: number): string => String.fromCharCode(97 + column);

/** `h8` for column 7, row 7. */
export const nameOf = (p: Point): string => columnName(columnOf(p)) + (rowOf(p) + 1);

export const namesOf = (points: readonly Point[]): string => points.map(nameOf).join("");

/** Reads `h8`, in any case; undefined if it is no point of any board. */
export function parsePoint(text: string): Point | undefined {
  const match = /^([a-v])([1-9]\d?)$/i.exec(text);
  if (!match?.[1]) return undefined;
  const row = Number(match[2]) - 1;
  return row < MAX_SIZE ? point(match[1].toLowerCase().charCodeAt(0) - 97, row) : undefined;
}

/** No board has so many points; a longer text is a game in a file, or nothing. */
const LONGEST = 10_000;

/** The words of a list of points, which may have blanks or commas between them, and numbers of moves. */
function wordsOf(text: string): string[] {
  if (text.length > LONGEST) return [text];
  const rest = text.replace(/(?<![a-z\d])\d+[.)]/gi, " ");
  return rest.match(/[a-z]+\d*|[^a-z\s,;]+/gi) ?? [];
}

/** Reads points such as `h8i9` or `1. h8 2. i9`; undefined if anything else is in the text. */
export function parsePoints(text: string): Point[] | undefined {
  const points = wordsOf(text).map(parsePoint);
  return points.every((p) => p !== undefined) ? points : undefined;
}

/** What is no point, such as `z3`, in a text that otherwise is a list of points. */
export function oddPoint(text: string): string | undefined {
  const words = wordsOf(text);
  const odd = words.filter((word) => parsePoint(word) === undefined);
  if (odd.length * 2 >= words.length || odd.some((word) => word.length >= 5)) return undefined;
  return odd.find((word) => /^[a-z]+\d*$/i.test(word));
}

/** All points of a board, row by row from the lower left. */
export function allPoints(size: number): Point[] {
  const rows = Array.from({ length: size }, (_, i) => i);
  return rows.flatMap((row) => rows.map((column) => point(column, row)));
}
