/** The service worker, with a browser that the test plays. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";

const SOURCE = readFileSync(fileURLToPath(new URL("../../sw.js", import.meta.url)), "utf8");

const ONCE_USED = ["ko-bbbbbbbb.js", "ja-bbbbbbbb.js", "plain-bbbbbbbb.wasm", "threads-bbbbbbbb.wasm"];
/** As the build fills it in, but for the files. */
const BUILT = SOURCE.replace('["%ONCE_USED%"]', JSON.stringify(ONCE_USED.map((name) => `assets/${name}`)));

/**
 * Runs the worker with such a cache, which the version before has, too; the returned function sends it an
 * event and gives what it answers.
 */
function start(cache: object) {
  const scope = Object.assign(new EventTarget(), { location: { origin: "https://x" } });
  const caches = { open: () => Promise.resolve(cache), keys: () => Promise.resolve(["dolmen-page-before"]) };
  const absolute = class extends Request {
    constructor(url: string, options: RequestInit) {
      super(new URL(url, "https://x/"), options);
    }
  };
  const fetched = () => Promise.resolve(new Response("file"));
  new Function("self", "caches", "fetch", "Request", BUILT)(scope, caches, fetched, absolute);
  return async (type: string, fields: object = {}): Promise<unknown> => {
    const answers: unknown[] = [];
    const take = (answer: unknown) => answers.push(answer);
    scope.dispatchEvent(Object.assign(new Event(type), fields, { waitUntil: take, respondWith: take }));
    return answers[0];
  };
}

test("the files of a new version do not come from the browser's own store", async () => {
  const addAll = vi.fn();
  await start({ addAll, keys: () => [] })("install");
  const files: Request[] = addAll.mock.calls[0]?.[0];
  expect(files.map(({ cache, url }) => [cache, url])).toEqual([["reload", "https://x/%FILES%"]]);
});

test("a new version keeps the languages and engines that the one before has kept", async () => {
  const addAll = vi.fn();
  const kept = ["ko-aaaaaaaa.js", "plain-aaaaaaaa.wasm"].map((name) => ({ url: `https://x/assets/${name}` }));
  await start({ addAll, keys: () => kept })("install");
  const files: Request[] = addAll.mock.calls[0]?.[0];
  expect(files.map(({ url }) => url.replace("https://x/", "")).slice(1)).toEqual([
    "assets/ko-bbbbbbbb.js",
    "assets/plain-bbbbbbbb.wasm",
  ]);
});

test("a file for which there is no room comes from the network", async () => {
  const put = () => Promise.reject(new Error("no room"));
  const send = start({ match: () => Promise.resolve(undefined), put });
  const request = new Request("https://x/assets/a.js");
  const response = (await send("fetch", { request })) as Response;
  expect(await response.text()).toBe("file");
});

test("files beside the page that are opened alone are not answered with the page", async () => {
  const match = (asked: string | Request) =>
    Promise.resolve(asked === "./" ? new Response("page") : undefined);
  const send = start({ match });
  const opened = async (path: string) => {
    const request = { mode: "navigate", method: "GET", url: `https://x/${path}` };
    return ((await send("fetch", { request })) as Response).text();
  };
  const paths = ["", "index.html", "?from=mail", "folder.1/", "licenses.md"];
  expect(await Promise.all(paths.map(opened))).toEqual(["page", "page", "page", "page", "file"]);
});
