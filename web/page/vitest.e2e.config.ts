import { defineConfig } from "vitest/config";

// The built page in Chromium. The time limits are wide: a slow machine is no fault of the page.
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: "tests/e2e/server.ts",
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
