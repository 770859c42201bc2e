// What tsc does not copy into dist.
import { cpSync } from "node:fs";

cpSync("src/wasm", "dist/wasm", { recursive: true });
cpSync("../page/tests/unit/phrases.json", "dist/phrases.json");
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(`../../${name}`, `dist/${name}`);
