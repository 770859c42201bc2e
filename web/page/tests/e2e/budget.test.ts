/** What a visitor has to load. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/i18n/languages";
import { open } from "./browser";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** Size of a built file as hosts send it. */
const compressed = (name: string): number => gzipSync(readFileSync(join(DIST, name)), { level: 9 }).length;

const isLanguage = (name: string) =>
  LANGUAGES.some((language) => name.startsWith(join("assets", `${language}-`)));
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

test("but for the engine a visitor loads less than 150 KB; all languages together are below 200 KB", () => {
  const names = readdirSync(DIST, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.(js|css|html|svg|webmanifest|json)$/.test(name));
  const languages = files.filter(isLanguage);
  // English is built in.
  expect(languages.length).toBe(LANGUAGES.length - 1);
  const sizes = files.map((name) => `${name} ${compressed(name)}`).join("\n");
  const common = sum(files.filter((name) => !isLanguage(name)).map(compressed));
  expect(common + Math.max(...languages.map(compressed)), sizes).toBeLessThan(150_000);
  expect(common + sum(languages.map(compressed)), sizes).toBeLessThan(200_000);
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
