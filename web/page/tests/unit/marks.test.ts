import { expect, test } from "vitest";
import { parsePoint } from "../../src/board/points";
import type { Answer, Line } from "../../src/engine";
import { seconds, short, valueOnMark } from "../../src/engine/numbers";
import { marksOf } from "../../src/parts/analyse/marks";

const at = (name: string) => parsePoint(name) ?? -1;

const line = (move: string, part: Partial<Line> = {}): Line => ({
  move,
  score: 0,
  win_rate: 0.5,
  depth: 5,
  selective_depth: 9,
  pv: [move],
  ...part,
});

const ANSWER: Answer = {
  version: 1,
  status: "progress",
  outcome: "open",
  to_move: "black",
  nodes: 100,
  time: 10,
  lines: [line("h8", { win_rate: 0.617 }), line("i9"), line("j10", { win_rate: 0, loss_in: 6 })],
  searching: "k11",
  losing: ["a1"],
};

test("marks: the best, the good, the losing, the searched and the one that is searched now", () => {
  const marks = marksOf(ANSWER, new Set([at("h8"), at("l12"), at("a1")]));
  const kinds = new Map(marks.map(({ point, kind, text }) => [point, text ? `${kind} ${text}` : kind]));
  expect(kinds).toEqual(
    new Map([
      [at("h8"), "best 62"],
      [at("i9"), "good 50"],
      [at("j10"), "losing"],
      [at("a1"), "losing"],
      [at("l12"), "searched"],
      [at("k11"), "searching"],
    ]),
  );
});

test("nothing is marked as searched now when the search is over, or before it began", () => {
  const marks = marksOf({ ...ANSWER, status: "done" }, new Set());
  expect(marks.some(({ kind }) => kind === "searching")).toBe(false);
  expect(marksOf(undefined, new Set([at("h8")]))).toEqual([]);
});

test("a lost position still has a best move", () => {
  const marks = marksOf({ ...ANSWER, lines: [line("h8", { loss_in: 4 })], losing: ["h8"] }, new Set());
  expect(marks[0]).toEqual({ point: at("h8"), kind: "best", text: "L2" });
});

test("values fit on a mark", () => {
  expect(valueOnMark(line("h8", { win_in: 1 }))).toBe("W1");
  expect(valueOnMark(line("h8", { win_in: 481 }))).toBe("W241");
  expect(valueOnMark(line("h8", { win_rate: 1 }))).toBe("100");
});

test("numbers are short", () => {
  expect([999, 1234, 5_678_901].map(short)).toEqual(["999", "1.23K", "5.68M"]);
  expect([0, 1234, 60_000, 754_321].map(seconds)).toEqual(["0.0 s", "1.2 s", "1:00", "12:34"]);
});
