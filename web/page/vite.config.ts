/// <reference types="vitest/config" />
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, minifySync, type Plugin } from "vite";

/** Fills the service worker with the names of the files and, apart, of the languages. The engine is kept once it was fetched. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const built = Object.values(bundle).filter(({ fileName }) => !/\.(wasm|map|html|md)$/.test(fileName));
      const isLanguage = (file: (typeof built)[number]) =>
        file.type === "chunk" && /\/i18n\/[\w-]+\.ts$/.test(file.facadeModuleId ?? "");
      const names = (files: typeof built) => files.map(({ fileName }) => fileName);
      const languages = names(built.filter(isLanguage));
      const common = names(built.filter((file) => !isLanguage(file)));
      const files = ["./", ...common, ...readdirSync("public")];
      const hash = createHash("sha256");
      for (const file of Object.values(bundle)) hash.update(file.type === "chunk" ? file.code : file.source);
      const source = readFileSync("sw.js", "utf8")
        .replace("%VERSION%", hash.digest("hex").slice(0, 16))
        .replace('["%FILES%"]', JSON.stringify(files))
        .replace('["%LANGUAGES%"]', JSON.stringify(languages));
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
