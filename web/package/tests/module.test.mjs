// The module of WebAssembly in Node.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** Of `src/tools/bench.rs`, where a test compares it with what the native engine does. */
const SIGNATURE = readFileSync(new URL("../../../src/tools/bench.rs", import.meta.url), "utf8")
  .match(/SIGNATURE: u64 = ([\d_]+)/)[1]
  .replaceAll("_", "");

/** Built beside the module, see `scripts/wasm.sh`. */
const vectors = (path) => new URL(`../../../target/web/vectors/${path}`, import.meta.url);

test("vectors agree with plain loops", async () => {
  const { initSync, differences, has_vectors } = await import(vectors("dolmen.js"));
  initSync({ module: new WebAssembly.Module(readFileSync(vectors("dolmen_bg.wasm"))) });
  assert.ok(has_vectors());
  assert.equal(differences(3000), 0);
});

const at = (path) => new URL(`../dist/wasm/${path}`, import.meta.url);

for (const name of ["dolmen", "dolmen-simd", "dolmen-threads"]) {
  test(`${name} plays as the native engine does`, async () => {
    // A copy of its own of the JavaScript, which holds one module.
    const { initSync, bench } = await import(`${at("dolmen.js")}?${name}`);
    initSync({ module: new WebAssembly.Module(readFileSync(at(`${name}.wasm`))) });
    const said = bench();
    console.log(`${name}: ${said.trim().split("\n").at(-1)}`);
    assert.match(said, new RegExp(`^Bench: ${SIGNATURE}\n`));
  });
}

test("who shares the memory stops a search", async () => {
  const { initSync, Desk } = await import(`${at("dolmen.js")}?stop`);
  const module = new WebAssembly.Module(readFileSync(at("dolmen-threads.wasm")));
  const { memory } = initSync({ module });
  const desk = new Desk(1);
  const flag = desk.stop_flag();
  const call = { call: "query", query: { moves: "h8i9h10", time: 600_000, progress: 0 } };
  const send = () => Atomics.store(new Uint8Array(memory.buffer), flag, 1);
  const { result } = JSON.parse(desk.answer(JSON.stringify(call), { send }));
  assert.equal(result.status, "cancelled");
});
