import { expect, test } from "vitest";
import { button, open, paste } from "./browser";
import { LOST_AT_17, SHIPPED } from "./games";
import { violations } from "./violations";

for (const colorScheme of ["light", "dark"] as const) {
  test(`review, ${colorScheme}`, async () => {
    const page = await open("#/review", { colorScheme });
    expect(await violations(page), "start").toEqual([]);
    await paste(page, LOST_AT_17);
    await page.locator(".mistakes button").filter({ hasText: /^17/ }).click();
    for (const name of ["Mistakes", "Accuracy", "Lines", "Save"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      expect(await violations(page), name).toEqual([]);
    }
    await button(page, "Show the refutation").click();
    expect(await violations(page), "refutation").toEqual([]);
    await button(page, "All games").click();
    await page.locator(".games").waitFor();
    expect(await violations(page), "games").toEqual([]);
  });

  test(`learn, ${colorScheme}`, async () => {
    const page = await open("#/learn", { colorScheme });
    await page.locator(".puzzles a").first().waitFor();
    expect(await violations(page), "puzzles").toEqual([]);
    await page.locator(".puzzles a").first().click();
    await button(page, "Show the solution").click();
    expect(await violations(page), "puzzle").toEqual([]);
    await page.getByRole("link", { name: "Explain", exact: true }).click();
    await page.getByText("Place stones").waitFor();
    expect(await violations(page), "explain").toEqual([]);
    await page.getByRole("link", { name: "Proofs", exact: true }).click();
    await page.getByText("Your defence?").waitFor();
    expect(await violations(page), "proof").toEqual([]);
  });
}

test("lessons are not cut off on a phone 320 pixels wide", async () => {
  const puzzle = SHIPPED[0]?.id;
  // Of the languages those with long words.
  for (const locale of ["en", "ru", "vi", "cs"]) {
    for (const part of ["review", "learn", `learn/puzzle/${puzzle}`, "learn/explain", "learn/proof"]) {
      const page = await open(`#/${part}`, { locale, viewport: { width: 320, height: 640 } });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${part}, ${locale}`).toBe(320);
    }
  }
});

test("a long choice leaves room for the heading beside it", async () => {
  const page = await open("#/learn/explain", { locale: "ru" });
  const isCut = await page.locator("h1").evaluate((heading) => heading.scrollWidth > heading.clientWidth);
  expect(isCut).toBe(false);
});
