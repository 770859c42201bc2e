import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/i18n/languages";
import { button, click, open } from "./browser";
import { violations } from "./violations";

// In the dark only the colours differ.
for (const [colorScheme, scope] of [
  ["light", {}],
  ["dark", { rule: "color-contrast" }],
] as const) {
  test(`analysis, ${colorScheme}`, async () => {
    const page = await open("#/analyse/renju/15/h6a1h7a3f8a5g8a7", { colorScheme });
    await page.locator('[aria-label*="double three"]').waitFor();
    await button(page, "Analyse").click();
    await page.locator(".lines .link.move").first().waitFor();
    await button(page, "Stop").click();
    expect(await violations(page, scope), "Moves").toEqual([]);
    for (const name of ["Edit", "Share", "Options"]) {
      await page.getByRole("tab", { name }).click();
      expect(await violations(page, { within: ".side", ...scope }), name).toEqual([]);
    }
  });

  test(`play, ${colorScheme}`, async () => {
    const page = await open("#/play", { colorScheme });
    expect(await violations(page, scope), "new game").toEqual([]);
    await button(page, "Start").click();
    await click(page, "h8");
    await page.locator(".status").filter({ hasText: "Your turn" }).waitFor();
    await button(page, "Hint").click();
    await page.locator(".reasons li").first().waitFor();
    expect(await violations(page, scope), "hint").toEqual([]);
    await button(page, "Resign").click();
    expect(await violations(page, { within: ".side", ...scope }), "over").toEqual([]);
  });

  test(`settings, ${colorScheme}`, async () => {
    const page = await open("", { colorScheme });
    await button(page, "Settings").click();
    await page.getByRole("dialog").waitFor();
    expect(await violations(page, { within: "dialog", ...scope })).toEqual([]);
  });
}

test("nothing is cut off on a phone 320 pixels wide", async () => {
  for (const locale of LANGUAGES) {
    for (const part of ["analyse", "play"]) {
      const page = await open(`#/${part}`, { locale, viewport: { width: 320, height: 640 } });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${part}, ${locale}`).toBe(320);
    }
  }
});

test("a board fits a screen that is low", async () => {
  for (const [width, height] of [
    [844, 390],
    [640, 400],
  ] as const) {
    for (const part of ["analyse", "play"]) {
      const page = await open(`#/${part}`, { viewport: { width, height } });
      const box = await page.locator(".board").boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), part).toBeLessThanOrEqual(height);
    }
  }
});

test("moves until the five do not run into the depth", async () => {
  for (const locale of ["ru", "vi"]) {
    const page = await open("#/analyse/freestyle/15/h8a1h9a3h10", { locale });
    await page.locator(".engine .button").first().click();
    await page.locator(".lines td.bad").first().waitFor();
    const isCut = await page
      .locator(".lines td.bad")
      .first()
      .evaluate((cell) => cell.scrollWidth > cell.clientWidth);
    expect(isCut, locale).toBe(false);
  }
});
