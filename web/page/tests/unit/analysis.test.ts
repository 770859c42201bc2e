/** What is pasted or opened in the part that analyses; the test says what the engine reads. */

import { beforeEach, expect, test, vi } from "vitest";
import { announcement } from "../../src/app/announce";
import { route, segmentsIn } from "../../src/app/route";
import { namesOf, parsePoint } from "../../src/board/points";
import type { Answer, Game, GameTree, TreeMove } from "../../src/engine";
import { gameOfLine, gameOfPosition, gameOfTree, holdsLess } from "../../src/engine/convert";
import { fromSegments } from "../../src/game/hash";
import { emptySetup } from "../../src/game/position";
import { nodeOf } from "../../src/game/tree";
import {
  answer,
  balance,
  balancing,
  leave,
  openFile,
  openGame,
  openText,
  running,
  stop,
  toggle,
} from "../../src/parts/analyse/analysis";
import { evaluations } from "../../src/parts/analyse/evaluations";
import {
  applyShift,
  applySymmetry,
  back,
  canUndo,
  clear,
  comment,
  isEmpty,
  loadSegments,
  notice,
  play,
  position,
  removeCurrent,
  setRule,
  setSize,
  toEnd,
  toggleBlocked,
  toStart,
  tree,
  undo,
} from "../../src/parts/analyse/game";
import { chooseLines, lines } from "../../src/parts/analyse/options";
import { readFile, readGames, readText } from "../../src/parts/review/read";

const page = { read: [] as string[], games: [] as (Game | GameTree)[] };
const asTree = (game: Game | GameTree): GameTree => {
  const line = game.moves.map((move, i) => ({ move, ...(i > 0 && { after: i - 1 }) }));
  return { nodes: line, ...game };
};
vi.mock("../../src/engine", async () => {
  const { signal } = await import("@preact/signals");
  const read = (bytes: Uint8Array) => {
    page.read.push(new TextDecoder().decode(bytes));
    return Promise.resolve(page.games);
  };
  const readTrees = async (bytes: Uint8Array) => (await read(bytes)).map(asTree);
  const balance = (_: object, __: number, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  return {
    engineFailure: signal(""),
    getEngine: () => Promise.resolve({ read, readTrees, balance, rules: () => new Promise(() => {}) }),
  };
});

const moves = () => namesOf(position.peek().moves);

const currentComment = () => nodeOf(tree.peek(), tree.peek().current).comment;
const clean = ({ comment, ...node }: TreeMove) => (comment ? { ...node, comment } : node);

beforeEach(() => {
  clear();
  page.read.length = 0;
  page.games = [];
});

test("moves are of the rule and size of the board", async () => {
  loadSegments(["renju", "20", "block=a1", "h8"]);
  await openText("t20 s19\n");
  expect([position.peek().setup, moves()]).toEqual([emptySetup("renju", 20), "t20s19"]);
  loadSegments(["15", "a1"]);
  page.games = [{ size: 20, moves: ["t20"] }];
  await openText("t20");
  expect([position.peek().setup.size, moves(), page.read]).toEqual([20, "t20", ["t20"]]);
});

test("a file that is too large is not read", async () => {
  await openGame(new Uint8Array((8 << 20) + 1), "huge.lib");
  expect([notice.peek(), page.read]).toEqual(["huge.lib is larger than 8 MB.", []]);
  await openGame(new Uint8Array(8 << 20), "large.lib");
  expect(page.read).toHaveLength(1);
});

test("a file that cannot be read is told, and a large one is not tried", async () => {
  const fault = () => Promise.reject(new Error("a folder"));
  await openFile({ name: "games", size: 0, arrayBuffer: fault } as unknown as File);
  expect(notice.peek()).toBe("That did not work: a folder");
  const large = { name: "film", size: (8 << 20) + 1, arrayBuffer: fault } as unknown as File;
  await openFile(large);
  expect(notice.peek()).toBe("film is larger than 8 MB.");
  await expect(readFile(large)).rejects.toThrow("film is larger than 8 MB.");
});

const ADDRESS = "https://x/#/analyse/renju/15/h8%69%39";

test("an address that is pasted is opened", async () => {
  await openText(`${ADDRESS}\n`);
  expect([position.peek().setup.rule, moves(), page.read]).toEqual(["renju", "h8i9", []]);
  await openText("https://x/#/block=a1/");
  expect(position.peek().setup.blocked).toHaveLength(1);
  expect((await readText(ADDRESS)).games[0]?.game.moves).toEqual(["h8", "i9"]);
});

test("an address of the part that teaches is its position", async () => {
  await openText("https://x/#/learn/explain/renju/19/black=k10l11/first=white/k11");
  const { rule, size, black, first } = position.peek().setup;
  expect([rule, size, namesOf(black), first, moves()]).toEqual(["renju", 19, "k10l11", "white", "k11"]);
  await openText("https://x/#/learn/proof/caro/17/h8i9");
  expect([position.peek().setup.rule, moves(), page.read]).toEqual(["caro", "h8i9", []]);
  const read = await readText("https://x/#/learn/explain/renju/15/h8i9");
  expect(read.games[0]?.game.rule).toBe("renju");
});

test("a game with a # in it is read by the engine", async () => {
  page.games = [{ size: 15, moves: ["h8"] }];
  const texts = ["https://x/#/", "## Final\nh8 i9", "Game #7\nh8", "(;PB[#1]C[win 60%];B[hh])"];
  for (const text of texts) {
    clear();
    await openText(text);
    expect(moves(), text).toBe("h8");
    expect((await readText(text)).games[0]?.game.moves, text).toEqual(["h8"]);
  }
  expect(page.read).toEqual(texts.flatMap((text) => [text, text]));
});

test("a position that does not start from an empty board is no game to record", async () => {
  const setups = ["block=a1", "black=a1", "white=a1", "first=white"];
  for (const setup of setups) {
    const text = `https://x/#/renju/15/${setup}/h8i9`;
    await expect(readText(text), setup).rejects.toThrow("no place for stones set up");
    const { position } = fromSegments(segmentsIn(text)) ?? {};
    expect(() => position && gameOfPosition(position), setup).toThrow("no place for stones set up");
  }
});

test("at the start there is no move to remove", () => {
  loadSegments(["h8i9"]);
  toStart();
  removeCurrent();
  toEnd();
  expect(moves()).toBe("h8i9");
  removeCurrent();
  expect(moves()).toBe("h8");
});

test("a board too small for the stones is refused, and the game stays", () => {
  loadSegments(["renju", "15", "a1o15"]);
  setSize(14);
  expect([position.peek().setup.size, moves(), notice.peek()]).toEqual([
    15,
    "a1o15",
    "The stones do not fit on a board of 14×14.",
  ]);
  setSize(16);
  expect([position.peek().setup.size, moves(), notice.peek()]).toEqual([16, "b2p16", ""]);
});

test("blocking a point makes what was found before worthless", () => {
  evaluations.value = new Map([[0, { black: 0.5, depth: 9 }]]);
  toggleBlocked(0);
  expect(evaluations.peek().size).toBe(0);
});

test("what ends after the part was left changes no address, and no search goes on", async () => {
  const replaceState = vi.spyOn(history, "replaceState");
  const { value } = route;
  const balanced = balance(1);
  await expect.poll(() => balancing.peek()).toBe(true);
  route.value = { part: "play", rest: [] };
  leave();
  await balanced;
  await openText("https://x/#/h8");
  expect([moves(), notice.peek(), replaceState.mock.calls]).toEqual(["h8", "", []]);
  route.value = value;
  await openText("https://x/#/h8i9");
  expect(replaceState).toHaveBeenCalledTimes(1);
});

test("a board with stones set up beforehand or blocked points can be cleared", () => {
  expect(isEmpty.value).toBe(true);
  for (const setup of ["h8", "block=a1", "white=a1", "first=white"]) {
    loadSegments([setup]);
    expect(isEmpty.value, setup).toBe(false);
    clear();
    expect(isEmpty.value, setup).toBe(true);
  }
});

test("of several games the first is opened, and that is told", async () => {
  page.games = [
    { size: 15, moves: ["h8"] },
    { size: 15, moves: ["i9"] },
  ];
  await openGame(new Uint8Array(1));
  expect([moves(), notice.peek()]).toEqual(["h8", "Only the first of 2 games is shown."]);
});

test("variations and comments are opened, and written again; what is missing is told", async () => {
  const game: GameTree = {
    rule: "renju",
    size: 15,
    moves: ["h8", "i9"],
    black: "Anna",
    white: "Boris",
    comment: "A game",
    nodes: [
      { move: "h8" },
      { move: "i9", after: 0 },
      { move: "i8", after: 0, comment: "or this" },
      { move: "j9", after: 2 },
    ],
    left_out: 3,
  };
  page.games = [game];
  await openGame(new Uint8Array(1));
  expect(moves()).toBe("h8i9");
  expect(notice.peek()).toMatch(/^Not shown of the file: 3 /);
  back();
  play(parsePoint("i8") ?? -1);
  expect(currentComment()).toBe("or this");
  comment("better");
  const written = gameOfTree(tree.peek());
  const { left_out: _, ...rest } = game;
  expect({ ...written, nodes: written.nodes.map(clean) }).toEqual({
    ...rest,
    nodes: [...game.nodes.slice(0, 2), { move: "i8", after: 0, comment: "better" }, { move: "j9", after: 2 }],
  });
});

test("a game is opened as far as it can be played, which is told; one that cannot begin is none", async () => {
  page.games = [{ size: 15, moves: ["h8", "h8"], nodes: [{ move: "h8" }], left_out: 1 }];
  await openGame(new Uint8Array(1));
  expect(moves()).toBe("h8");
  expect(notice.peek()).toMatch(/^Not shown of the file: 1 /);
  page.games = [{ size: 15, moves: ["a20"], nodes: [] }];
  clear();
  await openGame(new Uint8Array(1));
  expect([moves(), notice.peek()]).toEqual(["", "No game was found that can be played through."]);
});

test("what is written at a move ends no search", async () => {
  play(7);
  toggle();
  const found: Answer = {
    version: 1,
    status: "done",
    outcome: "open",
    to_move: "white",
    nodes: 1,
    time: 1,
    lines: [],
  };
  answer.value = found;
  const before = position.peek();
  comment("a word");
  expect([running.peek(), answer.peek(), position.peek()]).toEqual([true, found, before]);
  expect(position.peek()).toBe(before);
  play(9);
  expect(answer.peek()).toBeUndefined();
  stop();
});

test("of a collection the games that can be played through are read, and the others are named", async () => {
  page.games = [
    { size: 15, moves: ["h8"] },
    { size: 15, moves: ["h8", "i9", "h8"], black: "Anna", white: "Boris" },
    { size: 15, moves: ["i9"] },
  ];
  const { games, problems } = await readGames(new Uint8Array(1), "club.sgf");
  expect(games.map(({ name }) => name)).toEqual(["club.sgf #1", "club.sgf #3"]);
  expect(problems).toEqual(["club.sgf #2: move 3 is off the board or on a taken point."]);
});

test("a text that is no game ends no analysis, and a new analysis takes the message away", async () => {
  toggle();
  await openFile({ name: "x", size: 0, arrayBuffer: () => Promise.reject(new Error("a folder")) } as never);
  expect([running.peek(), notice.peek()]).toEqual([true, "That did not work: a folder"]);
  stop();
  toggle();
  expect([running.peek(), notice.peek()]).toEqual([true, ""]);
  stop();
});

test("a point that another variation needs is not blocked, and that is told", () => {
  loadSegments(["h8i9"]);
  toStart();
  play(0);
  toggleBlocked(0);
  expect(notice.peek()).toBe("");
  toStart();
  toggleBlocked(0);
  expect([position.peek().setup.blocked, notice.peek()]).toEqual([[], "a1 is a move of another variation."]);
});

test("a game that is replaced, cleared or cut is there again after Undo", () => {
  loadSegments(["renju", "15", "h8i9h10"]);
  expect(canUndo.peek()).toBe(false);
  toStart();
  comment("an hour of notes");
  evaluations.value = new Map([[1, { black: 0.5, depth: 9 }]]);
  const before = tree.peek();
  const first = () => {
    play(parsePoint("h8") ?? -1);
    removeCurrent();
  };
  for (const takeAway of [() => loadSegments(["a1b2"]), clear, first]) {
    takeAway();
    back();
    toEnd();
    expect([currentComment() === "an hour of notes", canUndo.peek()]).toEqual([takeAway === first, true]);
    undo();
    expect([tree.peek().nodes, tree.peek().setup]).toEqual([before.nodes, before.setup]);
    expect([evaluations.peek().size, canUndo.peek()]).toEqual([1, false]);
    toStart();
  }
  loadSegments(["a1b2"]);
  play(0);
  // The browser's back button.
  loadSegments(["renju", "15", "h8i9"]);
  expect([tree.peek().nodes, moves(), canUndo.peek()]).toEqual([before.nodes, "h8i9", true]);
  clear();
  play(0);
  expect(canUndo.peek()).toBe(false);
  removeCurrent();
  // A move alone is soon played again.
  expect(canUndo.peek()).toBe(false);
});

test("two games that are replaced one after another are there again, the last first", async () => {
  loadSegments(["renju", "15", "h8i9h10"]);
  comment("an hour of notes");
  const before = tree.peek();
  for (const move of ["a1", "b1"]) {
    page.games = [{ size: 15, moves: [move] }];
    await openGame(new Uint8Array(1));
  }
  undo();
  expect([moves(), canUndo.peek(), announcement.peek()]).toEqual(["a1", true, "Move 1, a1"]);
  undo();
  expect(tree.peek().nodes).toBe(before.nodes);
});

test("a last move that is removed takes result and times with it, which can be undone", async () => {
  page.games = [{ size: 15, moves: ["h8", "i9"], times: [9, 8], result: "white" }];
  await openGame(new Uint8Array(1));
  removeCurrent();
  expect([moves(), canUndo.peek()]).toEqual(["h8", true]);
  undo();
  expect(gameOfTree(tree.peek())).toMatchObject({ moves: ["h8", "i9"], times: [9, 8], result: "white" });
});

test("a format holds less if it loses what is known of the game, not of the program that wrote it", () => {
  const game: GameTree = { size: 15, moves: ["h8"], nodes: [{ move: "h8" }], times: [], opened: 0 };
  const facts: [Partial<GameTree>, string][] = [
    [{ details: [["AP", "x:1"]] }, ""],
    [{ details: [["ST", "2"]] }, ""],
    [{ details: [["RO", "3"]] }, "psq renlib"],
    [{ result: "draw" }, "psq renlib"],
    [{ opened: 1 }, "psq renlib"],
    [{ comment: "x" }, "psq"],
    [{ times: [5] }, "renlib"],
  ];
  for (const [fact, formats] of facts) {
    const less = (["psq", "renlib", "sgf"] as const).filter((format) =>
      holdsLess({ ...game, ...fact }, format),
    );
    expect(less.join(" "), JSON.stringify(fact)).toBe(formats);
  }
});

test("what was recorded of a game is written while its main line is what was read", async () => {
  const details: [string, string][] = [["EV", "Cup"]];
  const facts = { times: [9, 8], opened: 1, result: "white" as const };
  page.games = [{ size: 15, moves: ["h8", "i9"], black: "Anna", white: "Boris", details, ...facts }];
  await openGame(new Uint8Array(1));
  const written = () => {
    const { black, details, times, opened, result } = gameOfTree(tree.peek());
    return { black, details, times, opened, result };
  };
  const kept = { black: "Anna", details };
  expect(written()).toEqual({ ...kept, ...facts });
  applySymmetry("rotate-left");
  expect(written()).toEqual({ ...kept, ...facts });
  play(0);
  expect(written()).toEqual(kept);
  removeCurrent();
  back();
  play(0);
  expect(written()).toEqual({ ...kept, ...facts });
  expect(gameOfLine(tree.peek())).toMatchObject({ moves: ["h8", "a1"], nodes: [], ...kept });
  expect(gameOfLine(tree.peek()).times).toBeUndefined();
  setRule("caro");
  expect(written()).toEqual(kept);
  page.games = [{ size: 15, moves: ["h8", "h8"], nodes: [{ move: "h8" }], ...facts }];
  await openGame(new Uint8Array(1));
  expect(written().result).toBeUndefined();
});

test("moves for which there is no room are no marks", async () => {
  page.games = [{ size: 15, moves: ["h8"], nodes: [{ move: "h8" }], cut: 900, left_out: 2 }];
  await openGame(new Uint8Array(1));
  expect(notice.peek()).toMatch(
    /^Only the first 1 moves .* 900 are missing\. Not shown of the file: 2 marks/,
  );
});

test("a text that is not read names the point that is wrong, and is not taken", async () => {
  const text = "h8 i9 h10 i8 h9 z3 h7 g7 h11";
  expect(await openText(text)).toBe(false);
  expect(notice.peek()).toBe("z3 is not a point of the board.");
  await expect(readText(text)).rejects.toThrow("Pasted game was not read. z3 is not a point of the board.");
  expect(await openText("no game at all")).toBe(false);
  expect(notice.peek()).toBe("No game was found that can be played through.");
  expect(await openText("h8 i9")).toBe(true);
});

test("moves may have numbers", async () => {
  expect(await openText("1. h8 2. i9 3. h10")).toBe(true);
  expect(moves()).toBe("h8i9h10");
  page.games = [{ size: 15, moves: ["h8"] }];
  await readText("1. h8 i9\n2. h10");
  await readText("h8i9\na1b2");
  await readText("1. h8 2. i9\n3. h10\n 1. a1 2. b2");
  expect(page.read).toEqual(["h8i9h10", "h8i9\na1b2", "h8i9h10\na1b2"]);
});

test("millions of points are no game, and no error", async () => {
  const text = "a1".repeat(3_000_000);
  expect(await openText(text)).toBe(false);
  expect(await openText(`#/${text}`)).toBe(false);
  expect(await openText(text + text)).toBe(false);
  expect(notice.peek()).toBe("Pasted game is larger than 8 MB.");
});

test("shifting the stones makes what was found before worthless", () => {
  loadSegments(["h8i9"]);
  evaluations.value = new Map([[0, { black: 0.5, depth: 9 }]]);
  applyShift(-1, 0);
  expect([moves(), evaluations.peek().size]).toEqual(["g8h9", 0]);
});

test("the number of lines of an address changes no setting, and is at most the page's", () => {
  chooseLines(4);
  loadSegments(["lines=20", "h8"]);
  expect(lines.peek()).toBe(12);
  loadSegments(["h8i9"]);
  expect(lines.peek()).toBe(4);
});
