// The package in headless Chromium, as a page uses it.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const TYPES = { ".js": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };
const EMPTY = '<!doctype html><title>test</title><link rel="icon" href="data:,">';
const dist = new URL("../dist", import.meta.url).pathname;

const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** Serves the package with an empty page; isolated from other origins, it may have threads. */
export async function serve({ isolated = false } = {}) {
  const server = createServer(async (request, response) => {
    if (isolated) for (const [name, value] of Object.entries(ISOLATION)) response.setHeader(name, value);
    const path = normalize(new URL(request.url ?? "/", "http://host").pathname);
    try {
      const body = path === "/" ? EMPTY : await readFile(join(dist, path));
      response.setHeader("content-type", TYPES[extname(path) || ".html"] ?? "text/plain");
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** A page with `startEngine` of the package as a global, and the errors that its console shows. */
export async function open(url) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (line) => {
    if (line.type() === "error" && !line.text().includes("favicon")) errors.push(line.text());
  });
  await page.goto(url);
  await page.addScriptTag({
    type: "module",
    content: 'import { startEngine } from "/index.js"; globalThis.startEngine = startEngine;',
  });
  await page.waitForFunction("globalThis.startEngine");
  return { page, errors, close: () => browser.close() };
}
