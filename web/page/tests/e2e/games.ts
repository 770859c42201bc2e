/** Games and puzzles for the tests. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Puzzle, readPuzzles } from "../../src/parts/learn/puzzles";

/** Black's move 17 (j9) loses to d11, which a search of 4,000 nodes need not see. */
export const LOST_AT_17 = "f10g8g7e10e8h10e9f9h7f7h6f8h8h9i10i9j9g11j8g9i11g12g10d11c12";
export const SHORT = "h8i9h9i8h10h7h11";

export const COLLECTION = `(;GM[4]SZ[15]PB[Anna]PW[Boris];B[hh];W[ig];B[hg];W[ih];B[hf];W[he];B[hi])
(;GM[4]SZ[15]PB[Chen]PW[Dita];B[hh];W[gg];B[ih];W[gh];B[jh])`;

export const SHIPPED: Puzzle[] = readPuzzles(
  JSON.parse(
    readFileSync(fileURLToPath(new URL("../../src/parts/learn/puzzles.json", import.meta.url)), "utf8"),
  ),
);
