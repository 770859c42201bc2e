// The module without vector instructions, against the one with them. Modules built quickly have only
// the latter.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, serve } from "./browser.mjs";

test("the engine without vector instructions gives the same answer", async () => {
  const host = await serve();
  const session = await open(host.url);
  try {
    const [vectors, plain] = await session.page.evaluate(async () => {
      const engines = [await startEngine(), await startEngine({ plain: true })];
      const query = { rule: "renju", moves: "h8i9h10", nodes: 3000, lines: 2 };
      const answers = engines.map(async (engine) => {
        const [{ lines }, { engine: kind }] = [await engine.query(query), await engine.version()];
        return { lines, kind };
      });
      return Promise.all(answers);
    });
    assert.equal(vectors.kind, "wasm-simd");
    assert.equal(plain.kind, "wasm");
    assert.deepEqual(plain.lines, vectors.lines);
    assert.equal(vectors.lines.length, 2);
  } finally {
    await session.close();
    host.close();
  }
});
