/** A language that cannot be loaded. */

import { expect, test, vi } from "vitest";
import { chosenLanguage, languageFailure, languageReady } from "../../src/i18n";

vi.stubGlobal("document", { documentElement: {} });
vi.mock("../../src/i18n/cs", () => {
  throw new Error("no network");
});

test("a language that cannot be loaded is told, until there is one", async () => {
  chosenLanguage.value = "cs";
  await languageReady;
  expect(languageFailure.peek()).not.toBe("");
  chosenLanguage.value = "ko";
  await languageReady;
  expect(languageFailure.peek()).toBe("");
});
