import { describe, expect, test } from "vitest";
import { middleOf } from "../../src/board/geometry";
import { parsePoint } from "../../src/board/points";
import { clockText, thinkingTime, timeLeft } from "../../src/parts/play/clock";
import { actorOf, afterChoice, afterStone, firstPhase, reachOf } from "../../src/parts/play/opening";
import { readSession } from "../../src/parts/play/save";
import * as play from "../../src/parts/play/session";

const at = (name: string) => parsePoint(name) ?? -1;

const SETUP: play.GameSetup = {
  rule: "freestyle",
  size: 15,
  players: { black: "human", white: 5 },
  time: undefined,
  opening: "free",
  handicap: 0,
  seed: 1,
};

const game = (part: Partial<play.GameSetup> = {}) => play.newSession({ ...SETUP, ...part });
const placeAll = (start: play.Session, names: string, now = 0) =>
  names.split(" ").reduce((session, name) => play.place(session, at(name), now), start);

describe("clocks", () => {
  test("stand until the first move, then run for the side to move", () => {
    const time = { base: 60_000, increment: 1000 };
    let session = game({ time });
    expect(timeLeft(play.clockOf(session), "black", 99_999)).toBe(60_000);
    session = play.place(session, at("h8"), 1000);
    session = play.place(session, at("i9"), 5000);
    expect(timeLeft(play.clockOf(session), "white", 9000)).toBe(57_000);
    expect(timeLeft(play.clockOf(session), "black", 9000)).toBe(57_000);
    expect(timeLeft(play.clockOf(session), "black", 10_000_000)).toBe(0);
    expect(play.winnerOf({ kind: "time", loser: "black" })).toBe("white");
  });

  test("a pause takes no time", () => {
    const time = { base: 60_000, increment: 0 };
    const session = placeAll(game({ time }), "h8", 1000);
    const kept = JSON.parse(JSON.stringify(play.pause(session, 4000)));
    const later = play.unpause(readSession(kept) ?? session, 1_000_000);
    expect(timeLeft(play.clockOf(later), "white", 1_000_000)).toBe(57_000);
  });

  test("without a limit there is no time left to tell", () => {
    expect(timeLeft(play.clockOf(game()), "black", 5)).toBeUndefined();
  });

  test("times are written as on a clock", () => {
    expect([0, 950, 9999, 10_000, 61_000, 599_001, 3_600_000].map(clockText)).toEqual([
      "0.0",
      "0.9",
      "9.9",
      "0:10",
      "1:01",
      "10:00",
      "1:00:00",
    ]);
  });

  test("the engine never plans to use up its time", () => {
    expect(thinkingTime(undefined, undefined)).toBe(2000);
    for (const left of [30, 1000, 60_000, 3_600_000]) {
      expect(thinkingTime({ base: 60_000, increment: 5000 }, left)).toBeLessThanOrEqual(left / 3);
    }
  });
});

describe("openings", () => {
  test("swap2 goes its three ways", () => {
    expect(firstPhase("swap2")).toBe("three");
    expect(afterStone("three", 2, 0)).toBe("three");
    expect(afterStone("three", 3, 0)).toBe("choose");
    expect(actorOf("choose")).toBe("white");
    expect(afterChoice("choose", "white")).toEqual({ phase: "free", swaps: false });
    expect(afterChoice("choose", "black")).toEqual({ phase: "free", swaps: true });
    expect(afterChoice("choose", "two")).toEqual({ phase: "two", swaps: false });
    expect(afterStone("two", 5, 0)).toBe("choose-again");
    expect(afterChoice("choose-again", "two")).toBeUndefined();
    expect(afterChoice("choose-again", "white")).toEqual({ phase: "free", swaps: true });
    expect(afterChoice("free", "black")).toBeUndefined();
  });

  test("renju begins in the middle", () => {
    expect([0, 1, 2, 3].map((ply) => reachOf("middle", ply))).toEqual([0, 1, 2, undefined]);
    const session = game({ rule: "renju", opening: "middle" });
    expect(play.allowedPoints(session)).toEqual([middleOf(15)]);
    expect(play.refusalOf(session, at("a1"), [])).toBe("reach");
    expect(play.refusalOf(session, at("h8"), [])).toBeUndefined();
  });

  test("swap2 in a game: the colours change, and its stones stay", () => {
    let session = placeAll(game({ opening: "swap2" }), "h8 i9 h10");
    expect(play.playerToAct(session)).toBe(5);
    expect(play.refusalOf(session, at("a1"), [])).toBe("choose");
    session = play.choose(session, "black", 0) ?? session;
    expect(session.setup.players).toEqual({ black: 5, white: "human" });
    expect(play.isHumanTurn(session)).toBe(true);
    expect(play.canTakeBack(session)).toBe(false);
    expect(play.canTakeBack(placeAll(session, "a1 b1"))).toBe(true);
  });

  test("a handicap puts black stones first, then white moves", () => {
    const session = placeAll(game({ opening: "handicap", handicap: 2 }), "h8 i9");
    const { setup, moves } = play.positionOf(session);
    expect([setup.black, setup.first, moves]).toEqual([[at("h8"), at("i9")], "white", []]);
    expect(play.playerToAct(session)).toBe(5);
    expect(play.refusalOf(session, at("h8"), [])).toBe("taken");
  });
});

describe("a game", () => {
  test("refuses what cannot be played", () => {
    const session = placeAll(game(), "h8");
    expect(play.refusalOf(session, at("h8"), [])).toBe("taken");
    expect(play.refusalOf(session, at("p1"), [])).toBe("taken");
    expect(play.refusalOf(session, at("a1"), [at("a1")])).toBe("forbidden");
    expect(play.refusalOf(play.resign(session), at("a1"), [])).toBe("over");
  });

  test("taking back goes to the last move of the person", () => {
    const session = placeAll(game(), "h8 i9 h10");
    const before = play.takeBack(session, 7);
    expect(before.moves.map(({ point }) => point)).toEqual([at("h8"), at("i9")]);
    expect(play.takeBack(before, 8).moves).toEqual([]);
    expect(play.canTakeBack(game())).toBe(false);
    const both = placeAll(game({ players: { black: "human", white: "human" } }), "h8 i9");
    expect(play.takeBack(both, 1).moves).toHaveLength(1);
  });

  test("against the engine it is the person who resigns", () => {
    const session = placeAll(game(), "h8");
    expect(play.resign(session).end).toEqual({ kind: "resigned", loser: "black" });
    expect(play.winnerOf({ kind: "board", outcome: "foul 33" })).toBe("white");
    expect(play.winnerOf({ kind: "board", outcome: "draw" })).toBeUndefined();
  });
});

describe("saved games", () => {
  test("go there and back", () => {
    const sessions = [
      game(),
      placeAll(game({ time: { base: 1000, increment: 5 } }), "h8 i9"),
      placeAll(game({ opening: "handicap", handicap: 3 }), "h8 i9"),
      placeAll(game({ opening: "swap2" }), "h8 i9 h10"),
      play.resign(placeAll(game(), "h8")),
      play.finish(placeAll(game(), "h8"), { kind: "board", outcome: "draw" }),
    ].map((session) => play.pause(session, 10));
    for (const session of sessions) {
      expect(readSession(JSON.parse(JSON.stringify(session)))).toEqual(session);
    }
  });

  test("what cannot go on is refused", () => {
    const good = JSON.parse(JSON.stringify(play.pause(placeAll(game(), "h8 i9"), 0)));
    const bad: unknown[] = [
      undefined,
      null,
      7,
      "game",
      [],
      {},
      { ...good, setup: { ...good.setup, rule: "chess" } },
      { ...good, setup: { ...good.setup, size: 400 } },
      { ...good, setup: { ...good.setup, players: { black: 11, white: "human" } } },
      {
        ...good,
        moves: [
          { point: at("h8"), time: 0 },
          { point: at("h8"), time: 0 },
        ],
      },
      { ...good, moves: [{ point: at("p1"), time: 0 }] },
      { ...good, moves: [{ point: -1, time: 0 }] },
      { ...good, moves: "h8" },
      { ...good, phase: "later" },
      { ...good, given: [null] },
    ];
    for (const stored of bad) expect(readSession(stored), JSON.stringify(stored)).toBeUndefined();
    expect(readSession(good)).toBeDefined();
  });
});
