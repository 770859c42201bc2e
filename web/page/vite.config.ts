/// <reference types="vitest/config" />
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, minifySync, type Plugin } from "vite";

/** Fills the service worker with the names of the files and, apart, of the languages and engines. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const built = Object.values(bundle).filter(({ fileName }) => !/\.(map|html|md)$/.test(fileName));
      const isOnceUsed = (file: (typeof built)[number]) =>
        file.type === "chunk"
          ? /\/i18n\/[\w-]+\.ts$/.test(file.facadeModuleId ?? "")
          : file.fileName.endsWith(".wasm");
      const names = (files: typeof built) => files.map(({ fileName }) => fileName);
      const onceUsed = names(built.filter(isOnceUsed));
      const common = names(built.filter((file) => !isOnceUsed(file)));
      const files = ["./", ...common, ...readdirSync("public")];
      const hash = createHash("sha256");
      for (const file of Object.values(bundle)) hash.update(file.type === "chunk" ? file.code : file.source);
      const source = readFileSync("sw.js", "utf8")
        .replace("%VERSION%", hash.digest("hex").slice(0, 16))
        .replace('["%FILES%"]', JSON.stringify(files))
        .replace('["%ONCE_USED%"]', JSON.stringify(onceUsed));
      const { code } = minifySync("sw.js", source, { mangle: { toplevel: true } });
      this.emitFile({ type: "asset", fileName: "sw.js", source: code });
    },
  };
}

/** What the page begins with: one file is smaller than several. */
const SHELL = { name: "shell", tags: ["$initial" as const] };

// Relative addresses, so that the built page runs from any folder of any static host.
export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.md" },
    rolldownOptions: { output: { codeSplitting: { groups: [SHELL] } } },
  },
  plugins: [serviceWorker()],
  test: { include: ["tests/unit/**/*.test.ts"], setupFiles: "tests/unit/browser.ts" },
});
