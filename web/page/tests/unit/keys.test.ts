/** Which key does what. */

import { expect, test } from "vitest";
import { actionOf } from "../../src/ui/keys";

const actions = { a: () => {}, Home: () => {} };
const isA = (key: string, code: string) => actionOf(actions, { key, code } as KeyboardEvent) === actions.a;

test("letters hold with Caps Lock and in layouts with other letters", () => {
  expect(isA("a", "KeyA")).toBe(true);
  expect(isA("A", "KeyA")).toBe(true);
  expect(isA("ф", "KeyA")).toBe(true);
  expect(isA("Ф", "KeyA")).toBe(true);
});

test("a Latin letter is itself wherever it lies", () => {
  expect(isA("q", "KeyA")).toBe(false);
  expect(isA("a", "KeyQ")).toBe(true);
  expect(actionOf(actions, { key: "Home", code: "Numpad7" } as KeyboardEvent)).toBe(actions.Home);
});
