import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, serve } from "./browser.mjs";

let host;
let session;

before(async () => {
  host = await serve();
  session = await open(host.url);
  await session.page.evaluate(async () => {
    globalThis.engine = await globalThis.startEngine();
  });
});

after(async () => {
  await session?.close();
  host?.close();
});

/** Runs a function in the page, which has the `engine`. */
const inPage = (run, argument) => session.page.evaluate(run, argument);

test("the engine with vector instructions is chosen", async () => {
  const version = await inPage(() => engine.version());
  assert.equal(version.engine, "wasm-simd");
  assert.equal(version.rules.length, 5);
});

test("a search tells its progress", async () => {
  const seen = await inPage(async () => {
    const seen = [];
    const onProgress = (answer) => seen.push([answer.status, answer.lines.length]);
    await engine.query({ moves: "h8i9h10", depth: 9, progress: 0 }, { onProgress });
    return seen;
  });
  assert.ok(seen.length > 3, `${seen.length} answers`);
  assert.ok(seen.every(([status, lines]) => status === "progress" && lines === 1));
});

test("a cancelled search answers with what was known", async () => {
  const { answer, waited } = await inPage(async () => {
    const control = new AbortController();
    let heard = () => {};
    const first = new Promise((resolve) => (heard = resolve));
    const found = engine.query(
      { moves: "h8i9h10", time: 600_000 },
      { signal: control.signal, onProgress: () => heard() },
    );
    await first;
    const start = performance.now();
    control.abort();
    const answer = await found;
    return { answer, waited: performance.now() - start };
  });
  assert.equal(answer.status, "cancelled");
  assert.equal(answer.lines.length, 1);
  assert.ok(waited < 5000, `${waited} ms`);
});

test("a search that waits is cancelled before it begins, and the next one goes on", async () => {
  const { first, waiting, next } = await inPage(async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const running = engine.query({ time: 600_000 }, { signal: one.signal });
    const waiting = engine.query({ moves: "h8", time: 600_000 }, { signal: two.signal });
    const next = engine.query({ moves: "h8", nodes: 100 });
    two.abort();
    const answer = await waiting;
    one.abort();
    return { first: await running, waiting: answer, next: await next };
  });
  assert.equal(first.status, "cancelled");
  assert.deepEqual([waiting.status, waiting.to_move, waiting.lines.length], ["cancelled", "white", 0]);
  assert.equal(next.status, "done");
});

test("rules are answered while a search runs", async () => {
  const rules = await inPage(async () => {
    const control = new AbortController();
    const running = engine.query({ time: 600_000 }, { signal: control.signal });
    const rules = await engine.rules({ rule: "renju", moves: "h8a1i8a2h9a3i9b1" });
    control.abort();
    await running;
    return rules;
  });
  assert.equal(rules.outcome, "open");
  assert.equal(rules.to_move, "black");
  assert.equal(rules.stones.length, 8);
});

test("other searches reject when they are cancelled", async () => {
  const names = await inPage(async () => {
    const rejected = (call) => {
      const control = new AbortController();
      const answer = call(control.signal).then(String, (error) => error.name);
      setTimeout(() => control.abort(), 50);
      return answer;
    };
    const moves = "h8i9h10i10g9j8".match(/[a-z]\d+/g);
    return Promise.all([
      rejected((signal) => engine.level({ moves }, 10, { time: 600_000, signal })),
      rejected((signal) => engine.review({ size: 15, moves }, { time: 600_000, signal })),
    ]);
  });
  assert.deepEqual(names, ["AbortError", "AbortError"]);
});

test("errors are for people", async () => {
  const errors = await inPage(() => {
    const message = (error) => `${error.name}: ${error.message}`;
    return Promise.all([
      engine.rules({ moves: "h8h8" }).catch(message),
      engine.query({ moves: "h8", node: 3 }).catch(message),
      engine.level({}, 11).catch(message),
      engine.read(new Uint8Array([1, 2, 3])).catch(message),
    ]);
  });
  assert.equal(errors[0], "EngineError: move 2 (h8): point is occupied");
  assert.match(errors[1], /unknown field `node`/);
  assert.equal(errors[2], "EngineError: there is no level 11, only 1 to 10");
  assert.match(errors[3], /EngineError/);
});

test("games are written and read", async () => {
  const games = await inPage(async () => {
    const game = { rule: "renju", size: 15, moves: ["h8", "i9", "h10"], black: "Ärger", white: "B" };
    const back = {};
    for (const format of ["sgf", "psq", "renlib", "text", "points", "url"]) {
      [back[format]] = await engine.read(await engine.write(game, format), `game.${format}`);
    }
    return back;
  });
  for (const [format, game] of Object.entries(games)) {
    assert.deepEqual(game.moves, ["h8", "i9", "h10"], format);
  }
  assert.deepEqual([games.sgf.black, games.sgf.rule, games.renlib.rule], ["Ärger", "renju", "renju"]);
});

test("variations and comments are written and read", async () => {
  const nodes = [
    { move: "h8" },
    { move: "i9", after: 0, comment: "so" },
    { move: "i8", after: 0, comment: "or so" },
  ];
  const game = { rule: "renju", size: 15, moves: ["h8", "i9"], comment: "About it", nodes };
  const trees = await inPage(async (game) => {
    const back = {};
    for (const format of ["sgf", "renlib"]) {
      [back[format]] = await engine.readTrees(await engine.write(game, format), `game.${format}`);
    }
    return back;
  }, game);
  for (const [format, tree] of Object.entries(trees)) {
    assert.deepEqual([tree.nodes, tree.comment, tree.left_out], [nodes, game.comment, undefined], format);
  }
});

test("SGF is read in the character set that it names", async () => {
  const players = await inPage(async () => {
    const latin = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const sgf = (set, name) => latin(`(;GM[4]SZ[15]CA[${set}]PB[${name}];B[hh])`);
    const black = async (set, name) => (await engine.read(sgf(set, name)))[0].black;
    return Promise.all([
      black("Shift_JIS", "\x83\x5c"),
      black("gb2312", "\xd6\xd0"),
      black("EUC-KR", "\xc7\xd1"),
      // Said falsely, not known, said twice: UTF-8, else Latin-1.
      black("Shift_JIS", "\xe3\x82\xbd"),
      black("nothing", "\xd6\xd0"),
      black("Shift_JIS]CA[GB18030", "\xd6\xd0"),
    ]);
  });
  assert.deepEqual(players, ["\u30bd", "\u4e2d", "\ud55c", "\u30bd", "\xd6\xd0", "\xd6\xd0"]);
});

test("a game is reviewed: verdicts, reasons, the refutation, the tree, the exports", async () => {
  const { review, seen } = await inPage(async () => {
    // White does not answer the open three of black.
    const moves = "h8i9h9h11i8g10j8a1".match(/[a-z]\d+/g);
    const seen = [];
    const options = { nodes: 2000, onProgress: (progress) => seen.push(progress) };
    return { review: await engine.review({ size: 15, moves }, options), seen };
  });
  assert.equal(seen.at(-1).done, 9);
  assert.equal(review.moves.length, 8);
  const last = review.moves[7];
  assert.equal(last.move, "a1");
  assert.ok(last.verdict !== null || last.before < 0.1, JSON.stringify(last));
  assert.ok(review.moves.every((move) => move.verdict === null || move.remark !== ""));
  assert.equal(review.tree[0].move, "h8");
  assert.match(review.sgf, /^\(;/);
  assert.match(review.html, /^<!doctype html>/i);
  assert.equal(typeof review.black.accuracy, "number");
});

test("a win is proved and told", async () => {
  const proof = await inPage(() => engine.solve({ moves: "h8a1i8a3j8a5" }));
  assert.equal(proof.win_in, 3);
  assert.equal(proof.proof.attacks.length, 3);
  assert.equal(proof.steps.length, 3);
  assert.equal(proof.status, "done");
});

test("a position is explained", async () => {
  const lesson = await inPage(() => engine.explain({ rule: "renju", moves: "h8a1i8a3j8" }, { nodes: 2000 }));
  assert.equal(lesson.situation, "threatened");
  assert.equal(lesson.groups[0].shape, "open three");
  assert.ok(lesson.sentences.length > 2 && lesson.svg.startsWith("<svg"));
});

test("openings, levels, hints and pictures", async () => {
  const found = await inPage(async () => ({
    open: await engine.playOpening({ opening: "swap2" }, { nodes: 2000 }),
    decided: await engine.playOpening({ opening: "swap2", acts: ["h2", "j3", "g4"] }, { nodes: 2000 }),
    fitting: await engine.openings({ rule: "caro", size: 5 }),
    standing: await engine.opening({ rule: "renju", opening: "rif", acts: ["h8"] }),
    even: await engine.balance({ moves: "h8" }, 2, { nodes: 2000 }),
    level: await engine.level({ moves: "h8i9" }, 3, { seed: 7 }),
    again: await engine.level({ moves: "h8i9" }, 3, { seed: 7 }),
    hint: await engine.hint({ moves: "h8a1i8a3j8a5k8" }),
    picture: await engine.picture({ moves: "h8" }, { numbers: true }),
  }));
  assert.equal(found.open.acts.length, 3);
  assert.ok(["black", "white", "two"].includes(found.decided.acts[0]));
  assert.deepEqual(found.fitting, ["free", "middle", "swap", "swap2"]);
  assert.equal(found.standing.within, 1);
  assert.equal(found.even.moves.length, 2);
  assert.deepEqual(found.level, found.again);
  assert.equal(found.hint.reasons[0].kind, "loses in");
  assert.match(found.picture, /^<svg xmlns/);
});

test("calls after the end are refused, and calls before it fail", async () => {
  const messages = await inPage(async () => {
    const other = await startEngine();
    const calls = [other.query({ time: 600_000 }), other.query({ nodes: 10 })];
    other.close();
    calls.push(other.rules({}));
    return Promise.all(calls.map((call) => call.then(String, (error) => error.message)));
  });
  assert.deepEqual(messages, Array(3).fill("the engine was closed"));
});

test("nothing is wrong in the console", () => assert.deepEqual(session.errors, []));

test("where neither the native engine nor the module is there, the reason is that nobody answers", async () => {
  const { page, close } = await open(host.url);
  try {
    await page.route("**/*.wasm", (route) => route.abort());
    const reason = await page.evaluate(() =>
      startEngine({ socket: "ws://127.0.0.1:9/" }).then(String, (error) => error.message),
    );
    assert.equal(reason, "no engine answers at ws://127.0.0.1:9/");
  } finally {
    await close();
  }
});
