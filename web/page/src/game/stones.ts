/** The stones of a position as a board shows them. */

import type { Stone } from "../board/view";
import { colorOfMove, type Position } from "./position";

/** Moves from `numberFrom` on carry numbers, 1 for that move. */
export function stonesFor({ setup, moves }: Position, numberFrom?: number): Stone[] {
  const given = (["black", "white"] as const).flatMap((color) =>
    setup[color].map((point) => ({ point, color })),
  );
  const played = moves.map((point, i): Stone => {
    const stone = { point, color: colorOfMove(setup, i) };
    return numberFrom !== undefined && i >= numberFrom ? { ...stone, number: i - numberFrom + 1 } : stone;
  });
  return [...given, ...played];
}
