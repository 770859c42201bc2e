import { beforeEach, expect, test, vi } from "vitest";

const address = { hash: "#/analyse" };
vi.stubGlobal("location", address);
let isRefused = false;
vi.stubGlobal("history", {
  replaceState: (_: unknown, __: string, hash: string) => {
    if (isRefused) throw new Error("100 times in 30 seconds");
    address.hash = hash;
  },
});
vi.stubGlobal("window", new EventTarget());
const { replaceHash, route } = await import("../../src/app/route");

const arrive = () => window.dispatchEvent(new Event("hashchange"));

beforeEach(() => {
  address.hash = "#/analyse";
  arrive();
});

test("a part replaces its own address", () => {
  replaceHash("analyse", ["freestyle", "15", "h8"]);
  replaceHash("analyse", ["freestyle", "15", "h8i9"]);
  replaceHash("play", []);
  expect(address.hash).toBe("#/analyse/freestyle/15/h8i9");
});

test("an address that is being gone to is not replaced by the part that is left", () => {
  address.hash = "#/play";
  replaceHash("analyse", ["freestyle", "15"]);
  arrive();
  expect([address.hash, route.peek().part]).toEqual(["#/play", "play"]);
});

test("of addresses that the browser refuses the last one is replaced later", () => {
  vi.useFakeTimers();
  isRefused = true;
  replaceHash("analyse", ["freestyle", "15", "h8"]);
  replaceHash("analyse", ["freestyle", "15", "h8i9"]);
  expect(address.hash).toBe("#/analyse");
  isRefused = false;
  vi.runAllTimers();
  expect(address.hash).toBe("#/analyse/freestyle/15/h8i9");
  vi.useRealTimers();
});
