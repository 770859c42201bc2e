import { expect, test } from "vitest";
import { button, open } from "./browser";

test("the language of the browser, another one by choice, kept over a reload", async () => {
  const page = await open("#/learn", { locale: "ko-KR" });
  await page.getByRole("heading", { name: "문제", exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("ko");
  await button(page, "설정").click();
  await page.getByLabel("언어").selectOption("Čeština");
  await page.getByRole("heading", { name: "Úlohy", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Úlohy", exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("cs");
  await expect.poll(() => page.title()).toBe("Výuka · Dolmen");
});

test("a message in the former language goes with it", async () => {
  const page = await open("#/analyse/foo");
  await page.getByRole("alert").waitFor();
  await button(page, "Settings").click();
  await page.getByLabel("Language").selectOption("Čeština");
  await page.getByRole("heading", { name: "Nastavení" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("without a network there is the language that was used; no other is kept", async () => {
  const page = await open("#/learn", { locale: "cs" });
  const kept = () =>
    page.evaluate(async () => {
      const files: string[] = [];
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) files.push(url);
      }
      return files;
    });
  const isKept = (files: string[], name: RegExp) => files.some((url) => name.test(url));
  await expect
    .poll(
      async () => {
        const files = await kept();
        return [isKept(files, /\/assets\/cs-/), isKept(files, /\.wasm$/)];
      },
      { timeout: 300_000 },
    )
    .toEqual([true, true]);
  expect(isKept(await kept(), /\/assets\/(ko|ja|ru|vi|zh-CN|zh-TW)-/)).toBe(false);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "Úlohy", exact: true }).waitFor();
});
