/** What the engine says, as marks on the board. */

import { type Point, parsePoint } from "../../board/points";
import type { Mark } from "../../board/view";
import type { Answer } from "../../engine";
import { valueOnMark } from "../../engine/numbers";

export function marksOf(answer: Answer | undefined, searched: ReadonlySet<Point>): Mark[] {
  if (!answer) return [];
  const byPoint = new Map<Point, Mark>();
  for (const p of searched) byPoint.set(p, { point: p, kind: "searched" });
  for (const name of answer.losing ?? []) {
    const p = parsePoint(name);
    if (p !== undefined) byPoint.set(p, { point: p, kind: "losing" });
  }
  answer.lines.forEach((line, i) => {
    const p = parsePoint(line.move);
    if (p === undefined) return;
    const isLosing = line.loss_in !== undefined && i > 0;
    byPoint.set(
      p,
      isLosing
        ? { point: p, kind: "losing" }
        : { point: p, kind: i === 0 ? "best" : "good", text: valueOnMark(line) },
    );
  });
  const searching = answer.status === "progress" && answer.searching && parsePoint(answer.searching);
  const marks = [...byPoint.values()];
  return searching ? [...marks, { point: searching, kind: "searching" }] : marks;
}
