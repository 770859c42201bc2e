// What tsc does not copy into dist.
import { cpSync } from "node:fs";

cpSync("src/wasm", "dist/wasm", { recursive: true });
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(`../../${name}`, `dist/${name}`);
