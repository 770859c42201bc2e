/** What a board shows, apart from how. */

import type { Color } from "../game/position";
import { type Point, parsePoint } from "./points";

export interface Stone {
  readonly point: Point;
  readonly color: Color;
  /** Written on the stone. */
  readonly number?: number;
  /** Only thought of: drawn faintly. */
  readonly ghost?: boolean;
}

/**
 * `best`, `good`: moves of the engine. `searching`: searched right now. `searched`: looked at.
 * `losing`: loses by force. `chosen`: tapped once, waits for the second tap. `hint`, `wrong`, `right`: for lessons.
 * `offered`: a fifth move that may be picked.
 */
export type MarkKind =
  | "best"
  | "good"
  | "searching"
  | "searched"
  | "losing"
  | "chosen"
  | "hint"
  | "right"
  | "wrong"
  | "offered";

export interface Mark {
  readonly point: Point;
  readonly kind: MarkKind;
  /** At most four characters, drawn on the mark. */
  readonly text?: string;
}

export interface BoardView {
  readonly size: number;
  readonly stones: readonly Stone[];
  readonly blocked?: readonly Point[];
  /** Free points where nothing may be played now. */
  readonly closed?: readonly Point[];
  readonly marks?: readonly Mark[];
  /** The last move. */
  readonly last?: Point | undefined;
  /** The winning line. */
  readonly five?: readonly Point[] | undefined;
  /** Forbidden points and their kinds: `33`, `44`, `6`. */
  readonly forbidden?: readonly { readonly point: Point; readonly kind: string }[];
  readonly coordinates?: boolean;
}

/** A mark on a point by its name; none without one. */
export function markOn(name: string | undefined, kind: MarkKind): Mark[] {
  const point = name === undefined ? undefined : parsePoint(name);
  return point === undefined ? [] : [{ point, kind }];
}
