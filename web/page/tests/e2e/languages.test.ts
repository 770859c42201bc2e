import { expect, test } from "vitest";
import { button, open } from "./browser";

test("the language of the browser, another one by choice, kept over a reload", async () => {
  const page = await open("#/learn", { locale: "ko-KR" });
  await page.getByRole("heading", { name: "문제", exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("ko");
  await button(page, "설정").click();
  await page.getByLabel("언어").selectOption("Čeština");
  await page.getByRole("heading", { name: "Úlohy", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Úlohy", exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("cs");
  expect(await page.title()).toBe("Výuka · Dolmen");
});
