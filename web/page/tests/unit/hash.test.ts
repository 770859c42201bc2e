import { expect, test } from "vitest";
import { randomFrom } from "../../src/board/grain";
import { allPoints, namesOf } from "../../src/board/points";
import { fromSegments, toSegments } from "../../src/game/hash";
import { emptySetup, type Position, RULES } from "../../src/game/position";

const read = (path: string) => fromSegments(path.split("/"));

test("random positions go there and back", () => {
  const random = randomFrom(11);
  for (let i = 0; i < 300; i++) {
    const size = 5 + Math.floor(random() * 18);
    const points = allPoints(size).sort(() => random() - 0.5);
    const take = (most: number) => points.splice(0, Math.floor(random() * most));
    const setup = {
      rule: RULES[Math.floor(random() * RULES.length)] ?? "freestyle",
      size,
      black: take(3),
      white: take(3),
      blocked: take(4),
      first: random() < 0.5 ? ("black" as const) : ("white" as const),
    };
    const position: Position = { setup, moves: take(points.length) };
    const lines = random() < 0.5 ? undefined : 1 + Math.floor(random() * 12);
    const back = fromSegments(toSegments(position, lines));
    expect(back).toEqual(lines === undefined ? { position } : { position, lines });
  }
});

test("addresses of gomocalc and short ones are read", () => {
  expect(namesOf(read("h8i9")?.position.moves ?? [])).toBe("h8i9");
  expect(read("")?.position).toEqual({ setup: emptySetup(), moves: [] });
  expect(read("renju/h8")?.position.setup).toEqual(emptySetup("renju"));
  expect(read("20/caro/a20")?.position.setup).toEqual(emptySetup("caro", 20));
  expect(read("rule=4/h8")?.position.setup.rule).toBe("renju");
});

test("the moves come last, for programs that read the end of an address", () => {
  const position = { setup: emptySetup("renju"), moves: [7 * 32 + 7] };
  expect(toSegments(position, 3).at(-1)).toBe("h8");
});

test("what makes no position is refused", () => {
  for (const path of [
    "h8h8",
    "p1",
    "4/a1",
    "23/a1",
    "hello",
    "lines=0/h8",
    "lines=x/h8",
    "block=h8/h8",
    "black=a1/white=a1/h8",
    "first=red/h8",
    "colour=red/h8",
    "rule=7/h8",
  ]) {
    expect(read(path), path).toBeUndefined();
  }
});
