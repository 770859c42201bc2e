/** The engine of the page when its connection ends, as with `dolmen serve`. */

import { signal } from "@preact/signals";
import type { StartOptions } from "dolmen-engine";
import { expect, test, vi } from "vitest";
import { engineFailure, getEngine } from "../../src/engine";
import { refereeFor } from "../../src/engine/referee";
import { emptySetup, type Position } from "../../src/game/position";

let started = 0;
let lose: () => void = () => {};
vi.mock("dolmen-engine", () => ({
  startEngine: ({ onLost }: StartOptions) => {
    started++;
    lose = () => onLost?.(new Error("the connection has ended"));
    return Promise.resolve({
      rules: () => Promise.resolve({ outcome: "open", to_move: "black", forbidden: [] }),
    });
  },
}));

test("an engine that is lost is told, and another one rules", async () => {
  const { ruling } = refereeFor(signal<Position>({ setup: emptySetup(), moves: [] }));
  await expect.poll(() => ruling.peek()?.outcome).toBe("open");
  const first = await getEngine();
  const told: string[] = [];
  engineFailure.subscribe((reason) => told.push(reason));
  lose();
  expect(ruling.peek()).toBeUndefined();
  await expect.poll(() => ruling.peek()?.outcome).toBe("open");
  expect(told).toEqual(["", "the connection has ended", ""]);
  expect(await getEngine()).not.toBe(first);
  expect(started).toBe(2);
});
