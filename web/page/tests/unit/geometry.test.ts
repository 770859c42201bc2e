import { describe, expect, test } from "vitest";
import { afterKey } from "../../src/board/cursor";
import {
  middleOf,
  pointsNearMiddle,
  SYMMETRIES,
  shift,
  starPoints,
  transform,
} from "../../src/board/geometry";
import { grainOf, randomFrom } from "../../src/board/grain";
import { layoutOf, pointAt, xOf, yOf } from "../../src/board/layout";
import {
  allPoints,
  isOnBoard,
  MAX_SIZE,
  nameOf,
  oddPoint,
  parsePoint,
  parsePoints,
  point,
} from "../../src/board/points";

const SIZES = Array.from({ length: 18 }, (_, i) => i + 5);
const named = (text: string) => parsePoint(text) ?? -1;

describe("points", () => {
  test("names go there and back", () => {
    for (const p of allPoints(MAX_SIZE)) expect(parsePoint(nameOf(p))).toBe(p);
    expect(nameOf(point(7, 7))).toBe("h8");
    expect(parsePoint("V22")).toBe(point(21, 21));
  });

  test("what is no point is refused", () => {
    for (const text of ["", "h", "h0", "h23", "w1", "8h", "h08", "h8 ", "h999", "é1"]) {
      expect(parsePoint(text), text).toBeUndefined();
    }
  });

  test("lists may have separators", () => {
    const list = [named("h8"), named("i9"), named("j10")];
    for (const text of [
      "h8i9j10",
      "h8 i9 j10",
      "H8,i9;J10",
      " h8i9\nj10 ",
      "1. h8 2. i9 3.j10",
      "1) h8i9 2) j10",
    ]) {
      expect(parsePoints(text), text).toEqual(list);
    }
    expect(parsePoints("")).toEqual([]);
    for (const text of ["h8x", "h8i", "h8-i9", "h8.i9", "h10.", "h8w1", "h8 h23"])
      expect(parsePoints(text), text).toBeUndefined();
  });

  test("what is no point is found in a list of points", () => {
    const odd = {
      "h8 i9 z3 j10": "z3",
      "1. h8 2. i9 3. i99": "i99",
      h8i9w1: "w1",
      "h8 i9 h": "h",
      "so h8 i9 j10": "so",
    };
    for (const [text, point] of Object.entries(odd)) expect(oddPoint(text), text).toBe(point);
    for (const text of [
      "",
      "h8i9",
      "no game",
      "z3 z4 h8",
      "Piskvorky 15x15, 11:11, 0",
      "h8 i9 j10 winner",
      "h8 i9 j10.",
    ])
      expect(oddPoint(text), text).toBeUndefined();
  });
});

describe("symmetries", () => {
  test("each moves the points of a board onto each other", () => {
    for (const size of SIZES) {
      for (const symmetry of SYMMETRIES) {
        const images = new Set(allPoints(size).map((p) => transform(p, symmetry, size)));
        expect(images).toEqual(new Set(allPoints(size)));
      }
    }
  });

  test("they turn the way they say", () => {
    const at = (symmetry: (typeof SYMMETRIES)[number]) => nameOf(transform(named("b1"), symmetry, 15));
    // From the lower left: a turn to the right brings the lower edge to the left.
    expect(at("rotate-right")).toBe("a14");
    expect(at("rotate-left")).toBe("o2");
    expect(at("half-turn")).toBe("n15");
    expect(at("mirror-columns")).toBe("n1");
    expect(at("mirror-rows")).toBe("b15");
  });

  test("four turns, two mirrorings and back and forth change nothing", () => {
    for (const p of allPoints(9)) {
      const four = [1, 2, 3, 4].reduce((at) => transform(at, "rotate-right", 9), p);
      expect(four).toBe(p);
      expect(transform(transform(p, "rotate-left", 9), "rotate-right", 9)).toBe(p);
      for (const same of ["half-turn", "mirror-columns", "mirror-rows"] as const) {
        expect(transform(transform(p, same, 9), same, 9)).toBe(p);
      }
    }
  });

  test("a shift stays on the board or is refused", () => {
    expect(shift(named("h8"), 1, -2, 15)).toBe(named("i6"));
    expect(shift(named("a8"), -1, 0, 15)).toBeUndefined();
    expect(shift(named("o15"), 0, 1, 15)).toBeUndefined();
  });
});

test("star points are symmetric and on the board", () => {
  for (const size of SIZES) {
    const stars = new Set(starPoints(size));
    for (const p of stars) {
      expect(isOnBoard(p & 31, p >> 5, size)).toBe(true);
      for (const symmetry of SYMMETRIES) expect(stars.has(transform(p, symmetry, size))).toBe(true);
    }
  }
  expect(starPoints(15).map(nameOf).sort()).toEqual(["d12", "d4", "h8", "l12", "l4"]);
  expect(starPoints(19)).toHaveLength(9);
});

test("the middle and what is near it", () => {
  expect(nameOf(middleOf(15))).toBe("h8");
  expect(nameOf(middleOf(6))).toBe("d4");
  expect([0, 1, 2].map((reach) => pointsNearMiddle(15, reach).length)).toEqual([1, 9, 25]);
});

test("a place on the drawing is the point that is drawn there", () => {
  for (const size of SIZES) {
    for (const coordinates of [true, false]) {
      const layout = layoutOf(size, coordinates);
      for (const p of allPoints(size)) {
        expect(pointAt(layout, xOf(layout, p) / layout.extent, yOf(layout, p) / layout.extent)).toBe(p);
      }
      if (coordinates) expect(pointAt(layout, 0.001, 0.001)).toBeUndefined();
    }
  }
});

test("arrow keys move over the board and stop at its edges", () => {
  expect(nameOf(afterKey(named("h8"), "ArrowUp", 15) ?? -1)).toBe("h9");
  expect(nameOf(afterKey(named("h8"), "ArrowLeft", 15) ?? -1)).toBe("g8");
  expect(nameOf(afterKey(named("a15"), "ArrowUp", 15) ?? -1)).toBe("a15");
  expect(nameOf(afterKey(named("h8"), "End", 15) ?? -1)).toBe("o8");
  expect(afterKey(named("h8"), "x", 15)).toBeUndefined();
});

test("the grain is always the same and covers the board", () => {
  expect(grainOf(644)).toEqual(grainOf(644));
  expect(grainOf(644).length).toBeGreaterThan(60);
  const random = randomFrom(1);
  const values = Array.from({ length: 1000 }, random);
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThan(1);
  expect(values.reduce((a, b) => a + b) / 1000).toBeCloseTo(0.5, 1);
});
