/** What tests of games against the engine share. */

import type { Page } from "playwright-core";
import { button } from "./browser";

export const status = (page: Page, text: string | RegExp) =>
  page.locator(".status").filter({ hasText: text }).waitFor();
export const stones = (page: Page) =>
  page.locator('[role=gridcell][aria-label*=", Black"], [role=gridcell][aria-label*=", White"]');

export async function waitForStones(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.querySelectorAll('[role=gridcell]:is([aria-label*=", Black"], [aria-label*=", White"])')
        .length === wanted,
    count,
  );
}

export async function begin(page: Page, choices: Record<string, string>, level = 1): Promise<void> {
  for (const [name, value] of Object.entries(choices)) {
    await page.getByRole("combobox", { name, exact: true }).selectOption(value);
  }
  if (choices["You play"] !== "Both (two people)")
    await page.getByRole("slider", { name: "Level" }).fill(String(level));
  await button(page, "Start").click();
}
