// What the engine costs: `npm run figures`. Times are worth something on a quiet machine only.

import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { open, serve } from "./browser.mjs";

const at = (path) => new URL(`../dist/wasm/${path}`, import.meta.url);

const MODULES = ["dolmen", "dolmen-simd", "dolmen-threads"];

for (const name of MODULES) {
  const bytes = readFileSync(at(`${name}.wasm`));
  const [gzip, brotli] = [gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)];
  console.log(`${name}.wasm: ${bytes.length} bytes, gzip ${gzip.length}, brotli ${brotli.length}`);
}

// In turns; the first run is compiled in a hurry.
const modules = await Promise.all(
  MODULES.map(async (name) => {
    const { initSync, bench } = await import(`${at("dolmen.js")}?${name}`);
    initSync({ module: new WebAssembly.Module(readFileSync(at(`${name}.wasm`))) });
    return { name, bench, best: 0 };
  }),
);
for (let round = 0; round < 4; round++) {
  for (const module of modules) {
    const before = process.cpuUsage();
    const nodes = Number(module.bench().match(/(\d+) nodes/)[1]);
    const { user, system } = process.cpuUsage(before);
    module.best = Math.max(module.best, nodes / ((user + system) / 1e6));
  }
}
for (const { name, best } of modules) console.log(`${name}: ${Math.round(best)} nodes in a second of CPU`);

const host = await serve();
const session = await open(host.url);
const times = await session.page.evaluate(async () => {
  const start = performance.now();
  const engine = await startEngine();
  await engine.rules({ moves: "h8" });
  const rules = performance.now() - start;
  await engine.query({ moves: "h8i9", nodes: 1000 });
  const answer = performance.now() - start;
  const [stops, nexts] = [[], []];
  for (let n = 0; n < 20; n++) {
    const control = new AbortController();
    let heard = () => {};
    const first = new Promise((resolve) => {
      heard = resolve;
    });
    const options = { signal: control.signal, onProgress: () => heard() };
    const search = engine.query({ moves: "h8i9h10", time: 60_000 }, options);
    await first;
    const stop = performance.now();
    control.abort();
    await search;
    stops.push(performance.now() - stop);
    await engine.query({ moves: "h8i9", nodes: 10 });
    nexts.push(performance.now() - stop);
  }
  const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  return { rules, answer, stop: middle(stops), worst: Math.max(...stops), next: middle(nexts) };
});
console.log(
  `from the start: referee ${times.rules.toFixed(0)} ms, first answer ${times.answer.toFixed(0)} ms`,
);
console.log(
  `a search is cancelled in ${times.stop.toFixed(1)} ms (median of 20), ${times.worst.toFixed(1)} at most`,
);
console.log(`the next one, of 10 nodes, has answered ${times.next.toFixed(0)} ms after that (median)`);
await session.close();
host.close();

// In turns, since the speed of a machine changes with the hour.
const isolated = await serve({ isolated: true });
const crew = await open(isolated.url);
const speeds = await crew.page.evaluate(async () => {
  const engine = await startEngine();
  const speeds = { 1: [], 2: [] };
  for (let round = 0; round < 6; round++) {
    for (const threads of [1, 2]) {
      const { nodes, time } = await engine.query({ moves: "h8i9j9g7j7h9", time: 4_000 }, { threads });
      if (round > 0) speeds[threads].push(nodes / time);
    }
  }
  return speeds;
});
const [one, two] = [1, 2].map((threads) => speeds[threads].sort((a, b) => a - b)[2]);
console.log(
  `threads: ${one.toFixed(0)} nodes/ms with one, ${two.toFixed(0)} with two: ${(two / one).toFixed(2)} times (medians of 5)`,
);
await crew.close();
isolated.close();
