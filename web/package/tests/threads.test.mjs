// Threads, in a page that is isolated from other origins.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, serve } from "./browser.mjs";

let host;
let session;

before(async () => {
  host = await serve({ isolated: true });
  session = await open(host.url);
  await session.page.evaluate(async () => {
    // However many processors there are here.
    Object.defineProperty(navigator, "hardwareConcurrency", { value: 3 });
    globalThis.engine = await globalThis.startEngine();
  });
});

after(async () => {
  await session?.close();
  host?.close();
});

/** Runs a function in the page, which has the `engine`. */
const inPage = (run, argument) => session.page.evaluate(run, argument);

/** How often the module with threads was loaded. */
const loaded = () =>
  inPage(() => {
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    return names.filter((name) => name.endsWith("dolmen-threads.wasm")).length;
  });

/** Waits until so many workers run: those that were ended may take their time. */
async function workersBecome(count) {
  const { page } = session;
  for (let n = 0; n < 600 && page.workers().length !== count; n++) await page.waitForTimeout(100);
  assert.equal(page.workers().length, count);
}

test("there are as many threads as processors, and nothing is loaded for them before they are wanted", async () => {
  assert.equal((await inPage(() => engine.version())).threads, 3);
  await inPage(() => engine.query({ moves: "h8i9", nodes: 100 }));
  assert.equal(await loaded(), 0);
  await workersBecome(3);
});

test("one thread where vectors are not wanted", async () => {
  const threads = await inPage(async () => {
    const plain = await startEngine({ plain: true });
    const { threads } = await plain.version();
    plain.close();
    return threads;
  });
  assert.equal(threads, 1);
});

test("the positions of both threads are counted", async () => {
  const { one, two } = await inPage(async () => {
    const nodes = async (threads) => {
      const query = { rule: "renju", moves: "h8i9h10", depth: 11 };
      return (await engine.query(query, { threads })).nodes;
    };
    const one = await nodes(1);
    // What a helper finds may also save the engine work, so that both visit fewer in all.
    let two = 0;
    for (let n = 0; n < 100 && two <= one; n++) two = await nodes(2);
    return { one, two };
  });
  assert.ok(two > one, `${two} and ${one} positions`);
});

test("two threads find what wins", async () => {
  const answer = await inPage(() => engine.query({ moves: "h8a1i8a2j8a3", nodes: 20_000 }, { threads: 2 }));
  assert.equal(answer.status, "done");
  assert.match(answer.lines[0].move, /^(g8|k8)$/);
  assert.equal(await loaded(), 1);
  // The engine for what is answered at once; two with a helper each, one of them waiting.
  await workersBecome(5);
});

test("fewer threads use the same workers, more take others", async () => {
  await inPage(() => engine.query({ moves: "h8i9", nodes: 1000 }, { threads: 1 }));
  await workersBecome(5);
  await inPage(() => engine.query({ moves: "h8i9", nodes: 1000 }, { threads: 99 }));
  await workersBecome(7);
});

test("a cancelled search answers with what was known, and the next one begins with a memory of its own", async () => {
  const answers = await inPage(async () => {
    const answers = [];
    for (let n = 0; n < 10; n++) {
      const control = new AbortController();
      let heard = () => {};
      const first = new Promise((resolve) => (heard = resolve));
      const options = { threads: 2 + (n % 2), signal: control.signal, onProgress: () => heard() };
      const found = engine.query({ moves: "h8i9h10", time: 600_000 }, options);
      await first;
      control.abort();
      answers.push(await found);
      answers.push(await engine.query({ moves: "h8i9", nodes: 3000 }, { threads: 2 }));
    }
    return answers;
  });
  assert.deepEqual(
    answers.map(({ status, lines }) => `${status} ${lines.length}`),
    Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? "cancelled 1" : "done 1")),
  );
  await workersBecome(7);
});

test("a search cancelled before its helpers have started", async () => {
  const statuses = await inPage(async () => {
    const fresh = await startEngine();
    const control = new AbortController();
    const search = fresh.query({ moves: "h8", time: 600_000 }, { threads: 2, signal: control.signal });
    control.abort();
    const next = fresh.query({ moves: "h8", nodes: 1000 }, { threads: 2 });
    const statuses = [(await search).status, (await next).status];
    fresh.close();
    return statuses;
  });
  assert.deepEqual(statuses, ["cancelled", "done"]);
});

test("one thread where the memory cannot be had", async () => {
  const answer = await inPage(async () => {
    const { Memory } = WebAssembly;
    WebAssembly.Memory = class {
      constructor() {
        throw new RangeError("no memory, on purpose");
      }
    };
    const fresh = await startEngine();
    const answer = await fresh.query({ moves: "h8i9h10", nodes: 3000 }, { threads: 2 });
    WebAssembly.Memory = Memory;
    fresh.close();
    return answer;
  });
  assert.equal(answer.status, "done");
});

test("the console stayed silent", () => assert.deepEqual(session.errors, []));
