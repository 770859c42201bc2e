/** A point of a board in words, for screen readers. */

import { type TextKey, t } from "../i18n";
import { nameOf, type Point } from "./points";
import type { BoardView, MarkKind, Stone } from "./view";

const KINDS = { "33": "board.doubleThree", "44": "board.doubleFour", "6": "board.overline" } as const;

/** Kinds of a forbidden point, `33+6`, in words. */
export const foulInWords = (kind: string): string =>
  kind
    .split("+")
    .map((part) => (part in KINDS ? t(KINDS[part as keyof typeof KINDS]) : part))
    .join(", ");

const stoneInWords = ({ color, number, ghost }: Stone): string =>
  [ghost && t("board.preview"), t(`color.${color}`), number].filter(Boolean).join(", ");

const MARKS: Partial<Record<MarkKind, TextKey>> = {
  best: "board.best",
  losing: "board.losing",
  chosen: "board.chosen",
  offered: "board.offered",
  hint: "board.hint",
};

/** What is on each point that is not merely empty. */
export function describeBoard(view: BoardView): Map<Point, string> {
  const words = new Map<Point, string>();
  const add = (p: Point, text: string) => {
    const before = words.get(p);
    words.set(p, before === undefined ? text : `${before}, ${text}`);
  };
  for (const p of view.blocked ?? []) add(p, t("board.blocked"));
  for (const p of view.closed ?? []) add(p, t("board.closed"));
  for (const stone of view.stones) add(stone.point, stoneInWords(stone));
  if (view.last !== undefined) add(view.last, t("board.last"));
  for (const p of view.five ?? []) add(p, t("board.five"));
  for (const { point, kind } of view.forbidden ?? []) {
    add(point, t("board.forbidden", { kind: foulInWords(kind) }));
  }
  for (const { point, kind, text = "" } of view.marks ?? []) {
    const key = MARKS[kind];
    if (key) add(point, t(key, { value: text }));
  }
  return words;
}

export const describePoint = (p: Point, words: ReadonlyMap<Point, string>): string =>
  `${nameOf(p)}, ${words.get(p) ?? t("board.empty")}`;
