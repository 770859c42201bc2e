import { describe, expect, test } from "vitest";
import { markOn } from "../../src/board/view";
import type { Answer, Engine, Line, Outcome, Proof, Review, ReviewedMove } from "../../src/engine";
import { percent } from "../../src/engine/numbers";
import { valueInWords } from "../../src/engine/value";
import * as trees from "../../src/game/tree";
import { judge, playedOn } from "../../src/parts/learn/judge";
import { addBlunders, blundersOf, ownPuzzles, removeBlunders } from "../../src/parts/learn/own";
import { attacksOf, movesOf, turnOf, type Walk } from "../../src/parts/learn/proofs";
import { choose, isPuzzle, type Puzzle, readPuzzles } from "../../src/parts/learn/puzzles";
import shipped from "../../src/parts/learn/puzzles.json";
import { gameNode, movesOfGame, treeOfReview, withLine } from "../../src/parts/review/lines";
import { readText } from "../../src/parts/review/read";
import { remarkOf } from "../../src/parts/review/words";

const puzzle = (part: Partial<Puzzle> = {}): Puzzle => ({
  id: "p",
  rule: "freestyle",
  size: 15,
  kind: "fours",
  level: 1,
  plies: 5,
  moves: ["h8", "a1"],
  answers: ["i8"],
  line: ["i8", "b1", "j8", "c1", "k8"],
  ...part,
});

const line = (part: Partial<Line>): Line => ({
  move: part.pv?.[0] ?? "a2",
  score: 0,
  win_rate: 0.5,
  depth: 1,
  selective_depth: 1,
  pv: ["a2"],
  ...part,
});

/** An engine that answers searches in this order, and has seen how many nodes each may take. */
function engineWith(lines: readonly (Line & { forced?: boolean })[], outcome: Outcome = "open") {
  const nodes: (number | undefined)[] = [];
  const rest = [...lines];
  const engine = {
    rules: async () => ({ outcome }),
    query: async (query: { nodes?: number }) => {
      nodes.push(query.nodes);
      const next = rest.shift();
      return { lines: next ? [next] : [], nodes: next?.forced ? 0 : query.nodes } as unknown as Answer;
    },
  } as unknown as Engine;
  return { engine, nodes };
}

describe("a move in a puzzle", () => {
  test("that makes five solves it", async () => {
    expect(await judge(engineWith([], "black").engine, puzzle(), ["i8"])).toEqual({ kind: "solved" });
  });

  test("that is a foul, which nobody knew when it was played, does not", async () => {
    const { engine } = engineWith([], "foul 33");
    expect(await judge(engine, puzzle(), ["i8"])).toEqual({ kind: "noWin", line: [] });
  });

  test("of the proved line is answered by that line", async () => {
    const { engine } = engineWith([line({ loss_in: 6, pv: ["z9"] })]);
    expect(await judge(engine, puzzle(), ["i8"])).toEqual({ kind: "goOn", reply: "b1" });
  });

  test("that wins in another way is right as well", async () => {
    const { engine } = engineWith([line({ loss_in: 8, pv: ["g7"] })]);
    expect(await judge(engine, puzzle(), ["i9"])).toEqual({ kind: "goOn", reply: "g7" });
  });

  test("after which five cannot be stopped solves it", async () => {
    const { engine } = engineWith([line({ loss_in: 2 })]);
    expect(await judge(engine, puzzle(), ["i9"])).toEqual({ kind: "solved" });
  });

  test("that loses is refuted by the line", async () => {
    const { engine } = engineWith([line({ win_in: 5, pv: ["c3", "d4"] })]);
    expect(await judge(engine, puzzle(), ["a2"])).toEqual({ kind: "loses", line: ["c3", "d4"], moves: 3 });
  });

  test("whose win no search finds is wrong only after a long one", async () => {
    const { engine, nodes } = engineWith([line({ pv: ["c3"] }), line({ pv: ["d4"] })]);
    expect(await judge(engine, puzzle(), ["a2"])).toEqual({ kind: "noWin", line: ["d4"] });
    expect(nodes).toEqual([30_000, 100_000]);
  });

  test("of a defence holds if it is known to, or if no win is found against it", async () => {
    const defence = puzzle({ kind: "defence" });
    expect(await judge(engineWith([]).engine, defence, ["i8"])).toEqual({ kind: "solved" });
    expect(await judge(engineWith([line({})]).engine, defence, ["k9"])).toEqual({ kind: "solved" });
    const { engine } = engineWith([line({ win_in: 3, pv: ["c3"] })]);
    expect(await judge(engine, defence, ["k9"])).toEqual({ kind: "loses", line: ["c3"], moves: 2 });
  });

  test("that makes a four is followed behind the only answer, which takes no search", async () => {
    const four = { ...line({ pv: ["c3"] }), forced: true };
    const wins = engineWith([four, line({ win_in: 5, pv: ["d4"] })]).engine;
    expect(await judge(wins, puzzle(), ["a2"])).toEqual({ kind: "goOn", reply: "c3" });
    const loses = engineWith([four, line({ loss_in: 4, pv: ["d4", "e5"] })]).engine;
    const defence = puzzle({ kind: "defence" });
    expect(await judge(loses, defence, ["a2"])).toEqual({
      kind: "loses",
      line: ["c3", "d4", "e5"],
      moves: 3,
    });
  });

  test("that is refuted is played on to the end of the win", async () => {
    const steps = [line({ win_in: 3, pv: ["c3"] }), line({ loss_in: 2, pv: ["d4", "e5"] })];
    expect(await playedOn(engineWith(steps).engine, puzzle(), ["a2"])).toEqual(["a2", "c3", "d4", "e5"]);
  });
});

describe("a proof", () => {
  const attack = (
    move: string,
    win_in: number,
    answers: Record<string, number>,
    otherwise: number | null,
  ) => ({
    move,
    win_in,
    answers,
    otherwise,
  });
  const attacks = [attack("f8", 1, {}, null), attack("k8", 1, {}, null), attack("g8", 3, { f8: 1 }, 0)];
  const proof = { proof: { root: 2, attacks } } as unknown as Proof;
  const walk = (...defences: string[]): Walk => ({ proof, defences });

  test("answers a named defence and any other", () => {
    expect(movesOf(walk())).toEqual(["g8"]);
    expect(movesOf(walk("f8"))).toEqual(["g8", "f8", "k8"]);
    expect(movesOf(walk("a15"))).toEqual(["g8", "a15", "f8"]);
    expect(attacksOf(walk("a15", "b15")).length).toBe(2);
  });

  test("tells what is left", () => {
    expect(turnOf(walk())).toEqual({ attack: attacks[2], named: ["f8"], otherwise: "f8", left: 1 });
    expect(turnOf(walk("f8"))?.otherwise).toBeUndefined();
    expect(turnOf({ proof: { proof: null } as unknown as Proof, defences: [] })).toBeUndefined();
  });
});

const reviewed = (part: Partial<ReviewedMove>): ReviewedMove => ({
  number: 1,
  color: "black",
  move: "h8",
  opening: false,
  black: 0.5,
  before: 0.8,
  after: 0.2,
  verdict: null,
  best_played: false,
  remark: "",
  why: [],
  depth: 8,
  ...part,
});
const better = { chance: 1, win_in: 5, moves: ["i9", "j9"], played_out: true };
const reply = { chance: 1, win_in: 7, moves: ["c3", "d4"], played_out: true };

const review = (moves: ReviewedMove[]): Review =>
  ({
    rule: "renju",
    game: { size: 15, moves: ["h8", "a1", "b2"] },
    start: 0.5,
    moves,
    tree: [
      {
        move: "h8",
        color: "black",
        kind: "game",
        black: 0.4,
        next: [
          { move: "a1", color: "white", kind: "game", black: 0.6, next: [] },
          { move: "c3", color: "white", kind: "refutation", next: [] },
        ],
      },
      { move: "i9", color: "black", kind: "better", next: [] },
    ],
  }) as unknown as Review;

describe("a review", () => {
  test("becomes a tree with the game first", () => {
    const found = treeOfReview(review([]));
    expect(trees.mainLineFrom(found.tree, trees.ROOT).length).toBe(2);
    expect(found.notes.get(gameNode(found, 2))).toEqual({ kind: "game", black: 0.6 });
    expect(trees.nodeOf(found.tree, trees.ROOT).children.length).toBe(2);
  });

  test("a line that leaves the game, and one that goes with it", () => {
    const found = treeOfReview(review([]));
    const { reviewed: after, nodes } = withLine(found, 1, ["a1", "c3"], "refutation");
    expect(nodes[0]).toBe(gameNode(found, 2));
    expect(after.notes.get(nodes[0] ?? -1)?.kind).toBe("game");
    expect(after.notes.get(nodes[1] ?? -1)?.kind).toBe("refutation");
    expect(movesOfGame(after, nodes[1] ?? -1)).toBe(2);
  });

  test("gives a puzzle for a missed win and for a losing move, and for nothing else", () => {
    const moves = [
      reviewed({ number: 1, verdict: "missed win", best: better }),
      reviewed({
        number: 2,
        verdict: "losing move",
        best: { ...better, win_in: undefined },
        refutation: reply,
      } as never),
      reviewed({ number: 3, verdict: "blunder", best: better }),
      reviewed({ number: 3, best: better }),
    ];
    const found = blundersOf("g", review(moves));
    expect(found.map(({ id, kind, moves }) => [id, kind, moves])).toEqual([
      ["g-1", "win", []],
      ["g-2", "defence", ["h8"]],
    ]);
    expect(found.every(isPuzzle)).toBe(true);
    for (const id of ["g", "g2", "g"]) addBlunders(id, review(moves));
    expect(ownPuzzles.peek().map(({ id }) => id)).toEqual(["g-1", "g-2", "g2-1", "g2-2"]);
    removeBlunders(["g"]);
    expect(ownPuzzles.peek().map(({ id }) => id)).toEqual(["g2-1", "g2-2"]);
  });

  test("in words", () => {
    expect([percent(0), percent(0.001), percent(0.456), percent(0.999), percent(1)]).toEqual([
      "0 %",
      "1 %",
      "46 %",
      "99 %",
      "100 %",
    ]);
    expect(valueInWords({ win_rate: 1, win_in: 7 })).toBe("wins in 4");
    expect(remarkOf(reviewed({ best_played: true }))).toBe("The engine's own choice.");
    expect(remarkOf(reviewed({ verdict: "missed win", best: better, refutation: reply }))).toBe(
      "i9 wins in 3 moves; now the opponent wins in 4 moves.",
    );
    expect(remarkOf(reviewed({ verdict: "losing move", best: better, refutation: reply }))).toBe(
      "Now the opponent wins in 4 moves; i9 would have left 80 %.",
    );
  });

  test("of an address of this page", async () => {
    const { games } = await readText("https://example.org/dolmen/#/analyse/renju/15/h8i9h10");
    expect(games[0]?.game).toEqual({ rule: "renju", size: 15, moves: ["h8", "i9", "h10"] });
  });
});

test("the corner a1, which is point 0, can be marked", () => {
  expect(markOn("a1", "wrong")).toEqual([{ point: 0, kind: "wrong" }]);
  expect(markOn(undefined, "wrong")).toEqual([]);
});

describe("the collection", () => {
  const puzzles = readPuzzles(shipped);
  const rules = ["freestyle", "standard", "renju"] as const;
  const LEAST_DEFENCES = 80;

  test("has three hundred puzzles and more, each once, of all kinds, rules and levels", () => {
    expect(puzzles.length).toBeGreaterThanOrEqual(300);
    expect(puzzles.every(isPuzzle)).toBe(true);
    expect(new Set(puzzles.map(({ id }) => id)).size).toBe(puzzles.length);
    const count = (fits: (each: Puzzle) => boolean) => puzzles.filter(fits).length;
    expect(count((each) => each.kind === "fours")).toBeGreaterThanOrEqual(100);
    expect(count((each) => each.kind === "threes")).toBeGreaterThanOrEqual(100);
    expect(count((each) => each.kind === "defence")).toBeGreaterThanOrEqual(LEAST_DEFENCES);
    for (const kind of ["fours", "threes", "defence"] as const) {
      const share = count((each) => each.kind === kind) / 5;
      for (const level of [1, 2, 3, 4, 5]) {
        const some = count((each) => each.kind === kind && each.level === level);
        expect(Math.abs(some - share), `${kind} ${level}`).toBeLessThanOrEqual(1);
      }
    }
    for (const rule of rules)
      expect(
        count((each) => each.rule === rule),
        rule,
      ).toBeGreaterThan(50);
  });

  test("has legal positions, answers on free points, and lines as long as their wins", () => {
    for (const { id, kind, moves, answers, line: win, plies } of puzzles) {
      expect(new Set(moves).size, id).toBe(moves.length);
      expect(answers.length, id).toBeGreaterThan(0);
      expect(
        answers.some((answer) => moves.includes(answer)),
        id,
      ).toBe(false);
      if (kind === "defence") continue;
      expect(win.length, id).toBe(plies);
      expect(answers, id).toContain(win[0]);
    }
  });

  test("is filtered by kind, level, rule and state", () => {
    const all = { kind: "all", level: "all", rule: "all", state: "all" } as const;
    expect(choose(puzzles, all, () => false).length).toBe(puzzles.length);
    const some = choose(puzzles, { ...all, kind: "defence", level: 3, rule: "renju" }, () => false);
    expect(some.every(({ kind, level, rule }) => kind === "defence" && level === 3 && rule === "renju")).toBe(
      true,
    );
    const solved = puzzles[5]?.id;
    expect(choose(puzzles, { ...all, state: "solved" }, (id) => id === solved).length).toBe(1);
    expect(choose(puzzles, { ...all, state: "open" }, (id) => id === solved).length).toBe(puzzles.length - 1);
  });
});
