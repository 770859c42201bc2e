// The native program `dolmen`, driven by its JSON.

import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A running `dolmen json`: one query at a time, each answered in full. */
export class Searcher {
  #process;
  #waiting = new Map();
  #count = 0;

  constructor(program) {
    this.#process = spawn(program, ["json"], { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      const answer = JSON.parse(line);
      const { resolve, reject } = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.status === "done") resolve(answer);
      else reject(new Error(answer.error ?? answer.status));
    });
  }

  /** The answer to a query of `dolmen json`. */
  ask(query) {
    const id = this.#count++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#process.stdin.write(`${JSON.stringify({ id, ...query })}\n`);
    });
  }

  close() {
    this.#process.stdin.end();
  }
}

/** What `dolmen solve` says of one position. */
export function solve(program, { rule, size, moves }, nodes) {
  const options = [`--nodes=${nodes.search}`, `--proof-nodes=${nodes.proof}`];
  const input = `${rule} ${size} ${moves.join("")}\n`;
  const text = execFileSync(
    program,
    ["solve", "-", "--format=json", ...options, `--other-nodes=${nodes.other}`],
    { input, maxBuffer: 1 << 28 },
  );
  return JSON.parse(text.toString());
}

/** Games of the engine with itself: `{ rule, size, moves, opened }` for each. */
export function games(program, file, { rule, size, count, seed }) {
  const game = [`--rule=${rule}`, `--size=${size}`, `--games=${count}`, `--seed=${seed}`];
  execFileSync(program, ["datagen", file, "--nodes=1000", ...game], { stdio: "ignore" });
  const text = execFileSync(program, ["datagen", "dump", file, `--games=${count}`]).toString();
  return text.trim().split("\n").map(readGame);
}

/** A line of `datagen dump`: number, rule, size, a number, the opening, then the moves with scores. */
function readGame(line) {
  const [, rule, size, , opening, ...rest] = line.split(" ");
  const opened = opening.match(/[a-v]\d+/g) ?? [];
  const moves = [...opened, ...rest.map((text) => text.split(":")[0])];
  return { rule, size: Number(size), moves, opened: opened.length };
}
