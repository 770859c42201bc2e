/** Updates of the page. */

import { expect, test, vi } from "vitest";
import { update, workOffline } from "../../src/app/offline";

test("a new version that another tab has taken is taken by reloading", async () => {
  const reload = vi.fn();
  const waiting = { state: "installed", postMessage: vi.fn() };
  const workers = Object.assign(new EventTarget(), {
    ready: new Promise(() => {}),
    register: () => Promise.resolve(Object.assign(new EventTarget(), { waiting })),
  });
  vi.stubEnv("PROD", true);
  vi.stubGlobal("navigator", { serviceWorker: workers });
  vi.stubGlobal("location", { reload });
  workOffline();
  await expect.poll(() => update.peek()).toBeDefined();
  update.peek()?.();
  expect([waiting.postMessage.mock.calls, reload.mock.calls]).toEqual([[["activate"]], []]);
  workers.dispatchEvent(new Event("controllerchange"));
  expect(reload).toHaveBeenCalledTimes(1);
  waiting.state = "activated";
  update.peek()?.();
  expect(reload).toHaveBeenCalledTimes(2);
});
