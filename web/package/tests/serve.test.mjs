// The package with the native engine of `dolmen serve`: DOLMEN is the program.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { open } from "./browser.mjs";

const program = process.env.DOLMEN;

/** The server with the package and an empty page. */
async function serve(folder) {
  cpSync(new URL("../dist", import.meta.url), folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), '<!doctype html><head><link rel="icon" href="data:,"></head>');
  const server = spawn(program, ["serve", "--port", "0", "--page", folder, "--threads", "2"]);
  const lines = createInterface({ input: server.stdout });
  const [url] = await new Promise((resolve) => lines.once("line", (line) => resolve([line])));
  return { url, server };
}

test("the page of `dolmen serve` uses the native engine", { skip: !program }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "dolmen-serve-"));
  const { url, server } = await serve(folder);
  const { page, errors, close } = await open(url);
  try {
    const found = await page.evaluate(async () => {
      const engine = await startEngine({ onLost: ({ message }) => (globalThis.lost = message) });
      const version = await engine.version();
      const query = { moves: "h8i9h10", nodes: 5000 };
      const answer = await engine.query(query, { threads: 1 });
      const own = await startEngine({ socket: null });
      const control = new AbortController();
      const options = { signal: control.signal, threads: 2, onProgress: () => control.abort() };
      const cancelled = await engine.query({ moves: "h8i9h10", time: 600_000 }, options);
      const after = await engine.query({ moves: "h8", nodes: 100 });
      const many = (count, ask) => Promise.all(Array.from({ length: count }, ask));
      const searches = many(100, () => engine.query({ moves: "h8", nodes: 10 }));
      const rules = await many(450, () => engine.rules({ moves: "h8" }));
      const answered = [rules.length, (await searches).length];
      const long = await engine.read(new Uint8Array(10 << 20)).catch(({ message }) => message);
      globalThis.engine = engine;
      return { answered, long, version, answer, same: await own.query(query), cancelled, after };
    });
    assert.deepEqual([found.version.engine, found.version.threads], ["native", 2]);
    assert.deepEqual(found.answer.lines, found.same.lines);
    assert.equal(found.answer.nodes, found.same.nodes);
    assert.deepEqual([found.cancelled.status, found.cancelled.lines.length], ["cancelled", 1]);
    assert.equal(found.after.status, "done");
    // More than the server lets wait, and than it takes.
    assert.deepEqual(found.answered, [450, 100]);
    assert.match(found.long, /the call is too long/);
    const search = page.evaluate(() =>
      engine.query({ time: 600_000 }).then(String, (error) => error.message),
    );
    server.kill();
    assert.match(await search, /the connection to the engine has ended/);
    assert.match(await page.evaluate(() => globalThis.lost), /the connection to the engine has ended/);
    assert.deepEqual(errors, []);
  } finally {
    server.kill();
    await close();
    rmSync(folder, { recursive: true });
  }
});
