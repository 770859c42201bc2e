/** What a visitor has to load. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { open } from "./browser";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** Size of a built file as hosts send it. */
const compressed = (name: string): number => gzipSync(readFileSync(join(DIST, name)), { level: 9 }).length;

test("the whole page but its engine is below 150 KB", () => {
  const names = readdirSync(DIST, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.(js|css|html|svg|webmanifest|json)$/.test(name));
  const total = files.reduce((sum, name) => sum + compressed(name), 0);
  expect(files.length).toBeGreaterThan(5);
  expect(total, files.map((name) => `${name} ${compressed(name)}`).join("\n")).toBeLessThan(150_000);
});

test("the engine with all its nets is below 1 MB", () => {
  const engines = readdirSync(join(DIST, "assets")).filter((name) => name.endsWith(".wasm"));
  expect(engines.length).toBeGreaterThan(0);
  for (const name of engines) expect(compressed(join("assets", name)), name).toBeLessThan(1_000_000);
});

test("nothing is fetched from another host", async () => {
  const page = await open("#/analyse/freestyle/15/h8i9h10");
  const hosts = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).host),
  );
  expect(new Set(hosts)).toEqual(new Set([new URL(page.url()).host]));
});
