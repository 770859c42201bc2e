import { describe, expect, test } from "vitest";
import { parsePoint } from "../../src/board/points";
import { clockText, thinkingTime, timeLeft } from "../../src/parts/play/clock";
import { letterOf, OVER, type Standing } from "../../src/parts/play/opening";
import { readSaved, revived } from "../../src/parts/play/save";
import * as play from "../../src/parts/play/session";
import { askInWords, newsInWords } from "../../src/parts/play/words";

const at = (name: string) => parsePoint(name) ?? -1;

const SETUP: play.GameSetup = {
  rule: "freestyle",
  size: 15,
  players: { first: "human", second: 5 },
  time: undefined,
  opening: "free",
  handicap: 0,
  seed: 1,
};

const game = (part: Partial<play.GameSetup> = {}) => play.newSession({ ...SETUP, ...part });
const placeAll = (start: play.Session, names: string, now = 0) =>
  names.split(" ").reduce((session, name) => play.place(session, at(name), now), start);

/** A paused game as it comes back from the browser's store. */
function keptAndRead(session: play.Session, change: object = {}): play.Session | undefined {
  const { standing, ...rest } = session;
  const saved = readSaved(JSON.parse(JSON.stringify({ ...rest, ...change })));
  return saved && revived(saved, standing);
}

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
    const later = play.unpause(keptAndRead(play.pause(session, 4000)) ?? session, 1_000_000);
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

/** What the engine tells of an opening. */
const standing = (part: Partial<Standing>): Standing => ({ ...OVER, ask: "stone", ...part });

describe("openings", () => {
  const FIRST = standing({ player: "first", colour: "black", points: ["h8"], within: 0 });
  const CHOICE = standing({
    ask: "colour or two",
    player: "second",
    colour: "white",
    moves: ["h8", "i9", "h10"],
    choices: ["black", "white", "two"],
  });

  test("where a stone may lie is what the engine says", () => {
    const session = play.newSession({ ...SETUP, rule: "renju", opening: "middle" }, FIRST);
    expect(play.refusalOf(session, at("a1"), [])).toBe("zone");
    expect(play.refusalOf(session, at("h8"), [])).toBeUndefined();
    expect(play.closedPoints(session, [at("b2")])).toHaveLength(223);
    expect(play.closedPoints(play.resign(session), [])).toEqual([]);
    expect(askInWords(session)).toBe("Place a black stone in the middle.");
    const near = { ...session, standing: { ...FIRST, within: 1, moves: ["h8"] } };
    expect(askInWords(near)).toBe("Place a white stone at most 1 line from the middle.");
  });

  test("all that one player does at once is one turn of the clock", () => {
    const time = { base: 60_000, increment: 1000 };
    const start = play.newSession({ ...SETUP, time, opening: "swap2" }, FIRST);
    const one = play.act(start, ["h8"], standing({ player: "first", colour: "black", moves: ["h8"] }), 1000);
    const three = play.act(one, ["i9", "h10"], CHOICE, 5000);
    expect(timeLeft(play.clockOf(three), "black", 5000)).toBe(57_000);
    expect(timeLeft(play.clockOf(three), "white", 8000)).toBe(57_000);
    expect(play.openingOf(three)).toEqual({
      rule: "freestyle",
      size: 15,
      opening: "swap2",
      acts: ["h8", "i9", "h10"],
    });
  });

  test("players change colours with what they have used of their time", () => {
    const time = { base: 60_000, increment: 0 };
    const start = play.newSession({ ...SETUP, time, opening: "swap2" }, FIRST);
    const three = play.act({ ...start, since: 0 }, ["h8", "i9", "h10"], CHOICE, 5000);
    expect([play.playerToAct(three), play.mustChooseNow(three)]).toEqual([5, true]);
    expect(play.refusalOf(three, at("a1"), [])).toBe("choose");
    const over = { ...OVER, black: "second", moves: CHOICE.moves } as const;
    const swapped = play.act(three, ["black"], over, 6000);
    expect([play.playerOf(swapped, "black"), play.playerOf(swapped, "white")]).toEqual([5, "human"]);
    expect(play.isHumanTurn(swapped)).toBe(true);
    expect(timeLeft(play.clockOf(swapped), "white", 6000)).toBe(55_000);
    expect(timeLeft(play.clockOf(swapped), "black", 6000)).toBe(59_000);
    expect(newsInWords(three, swapped)).toEqual(["Chosen: Take black.", "The players change colours."]);
    expect([play.openedOf(swapped), play.timesOf(swapped)]).toEqual([3, [0, 0, 0]]);
    // What the person did last are the three stones.
    expect(play.beforeLast(swapped)?.acts).toHaveLength(2);
    const later = placeAll(swapped, "a1 b1");
    expect(play.beforeLast(later)).toEqual({ acts: swapped.acts, given: [], moves: [] });
  });

  test("fifth moves are offered and picked", () => {
    const offer = standing({
      ask: "offer",
      player: "first",
      colour: "black",
      moves: ["h8", "h9", "i7", "j9"],
      points: ["g7", "i6"],
      fifths: 2,
    });
    const session = play.newSession({ ...SETUP, rule: "renju", opening: "rif" }, offer);
    expect(askInWords(session)).toBe("Offer fifth move 1 of 2 for black.");
    expect(play.refusalOf(session, at("a1"), [])).toBe("same");
    const pick: Standing = {
      ...offer,
      ask: "pick",
      player: "second",
      colour: "white",
      offered: ["g7", "i6"],
    };
    const offered = play.act(session, ["g7", "i6"], pick, 0);
    expect(newsInWords(session, offered)).toEqual(["Fifth move A: g7.", "Fifth move B: i6."]);
    expect(play.positionOf(offered).moves).toHaveLength(4);
    expect(play.colorToPlace(offered)).toBe("black");
    expect(play.refusalOf(offered, at("a1"), [])).toBe("zone");
    expect([0, 25, 26, 27].map(letterOf)).toEqual(["A", "Z", "AA", "AB"]);
  });

  test("a handicap puts black stones first, then white moves", () => {
    const start = game({ opening: "handicap", handicap: 2 });
    expect(play.isGiving(start)).toBe(true);
    const session = placeAll(start, "h8 i9");
    const { setup, moves } = play.positionOf(session);
    expect([setup.black, setup.first, moves]).toEqual([[at("h8"), at("i9")], "white", []]);
    expect([play.playerToAct(session), play.isGiving(session)]).toEqual([5, false]);
    expect(play.refusalOf(session, at("h8"), [])).toBe("taken");
    const before = play.beforeLast(placeAll(session, "a1"));
    expect(before).toEqual({ acts: [], given: [at("h8")], moves: [] });
    const again = before && play.takenBack(session, before, session.standing, 7);
    expect(again && [play.isGiving(again), again.since]).toEqual([true, undefined]);
    expect(play.canTakeBack(start)).toBe(false);
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
    const takeBack = (session: play.Session) => {
      const before = play.beforeLast(session);
      return before && play.takenBack(session, before, session.standing, 7);
    };
    const before = takeBack(placeAll(game(), "h8 i9 h10"));
    expect(before?.moves.map(({ point }) => point)).toEqual([at("h8"), at("i9")]);
    expect(before && takeBack(before)?.moves).toEqual([]);
    expect(play.canTakeBack(game())).toBe(false);
    const both = placeAll(game({ players: { first: "human", second: "human" } }), "h8 i9");
    expect(takeBack(both)?.moves).toHaveLength(1);
  });

  test("taking back a resignation takes back no move", () => {
    for (const session of [game(), placeAll(game(), "h8"), placeAll(game(), "h8 i9 h10")]) {
      const resigned = play.resign(session);
      const before = play.beforeLast(resigned);
      const again = before && play.takenBack(resigned, before, resigned.standing, 7);
      expect(again).toEqual({ ...session, since: 7 });
    }
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
    const opening = play.newSession({ ...SETUP, opening: "swap" }, standing({ points: ["h8"] }));
    const sessions = [
      game(),
      placeAll(game({ time: { base: 1000, increment: 5 } }), "h8 i9"),
      placeAll(game({ opening: "handicap", handicap: 3 }), "h8 i9"),
      play.act(opening, ["h8"], standing({ moves: ["h8"] }), 5),
      play.resign(placeAll(game(), "h8")),
      play.finish(placeAll(game(), "h8"), { kind: "board", outcome: "draw" }),
    ].map((session) => play.pause(session, 10));
    for (const session of sessions) expect(keptAndRead(session)).toEqual(session);
  });

  test("what cannot go on is refused", () => {
    const good = play.pause(placeAll(game(), "h8 i9"), 0);
    const act = { act: "h8", by: "first", time: 0 };
    const bad: object[] = [
      { setup: undefined },
      { setup: { ...good.setup, rule: "chess" } },
      { setup: { ...good.setup, size: 400 } },
      { setup: { ...good.setup, players: { first: 11, second: "human" } } },
      { setup: { ...good.setup, opening: "later" } },
      {
        moves: [
          { point: at("h8"), time: 0 },
          { point: at("h8"), time: 0 },
        ],
      },
      { moves: [{ point: at("p1"), time: 0 }] },
      { moves: [{ point: -1, time: 0 }] },
      { moves: "h8" },
      { acts: [act] },
      { setup: { ...good.setup, opening: "swap" }, acts: [{ ...act, by: "black" }] },
      { given: [null] },
    ];
    for (const change of bad) expect(keptAndRead(good, change), JSON.stringify(change)).toBeUndefined();
    for (const stored of [undefined, null, 7, "game", [], {}]) expect(readSaved(stored)).toBeUndefined();
    expect(keptAndRead(good)).toBeDefined();
    // No move comes before the end of the opening.
    const { standing: _, ...rest } = good;
    expect(revived(rest, standing({ points: ["a1"] }))).toBeUndefined();
  });
});
