/** Which folder may use which: what the README says. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));
/** What the shell offers to everybody. */
const SHARED = ["app/settings", "app/persist", "app/route", "app/announce"];

/** Files outside of its own folder that a folder may use, by how their paths begin. */
const ALLOWED: Record<string, readonly string[]> = {
  i18n: ["app/persist"],
  ui: ["i18n/", ...SHARED],
  game: ["board/points", "board/view"],
  board: ["game/position", "i18n/", "ui/keys", ...SHARED],
  engine: ["game/", "board/points", "board/describe", "i18n/"],
  "parts/analyse": ["engine/", "game/", "board/", "ui/", "i18n/", "app/App", ...SHARED],
  "parts/play": ["parts/review/library", "parts/review/running"],
  "parts/review": ["parts/learn/own"],
};

const folderOf = (file: string): string =>
  file
    .split("/")
    .slice(0, file.startsWith("parts/") ? 2 : 1)
    .join("/");

const mayUse = (folder: string, used: string): boolean => {
  const parts = folder.startsWith("parts/") ? (ALLOWED["parts/analyse"] ?? []) : [];
  const allowed = [...(ALLOWED[folder] ?? []), ...parts];
  return (
    folder === "app" || folderOf(used) === folder || allowed.some((start) => `${used}/`.startsWith(start))
  );
};

test("folders use only what lies below them", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  expect(files.length).toBeGreaterThan(50);
  const wrong = files.flatMap((file) => {
    const source = readFileSync(join(SRC, file), "utf8");
    const imports = [...source.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, path = ""]) =>
      relative(SRC, join(SRC, dirname(file), path)),
    );
    return imports.filter((used) => !mayUse(folderOf(file), used)).map((used) => `${file} uses ${used}`);
  });
  expect(wrong).toEqual([]);
});

test("files stay short enough to read", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(tsx?|css)$/.test(name),
  );
  const isText = (name: string) => name.startsWith("i18n");
  const lines = (name: string) => readFileSync(join(SRC, name), "utf8").split("\n").length;
  const long = files.filter((name) => !isText(name) && lines(name) > 450);
  expect(long).toEqual([]);
});
