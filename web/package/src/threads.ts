/**
 * Helpers of an engine: workers on the memory that they share with it. They are started ahead, by the
 * page: an engine that searches cannot start any.
 */

import { type Crew, startWorker } from "./lane.js";
import { compile } from "./wasm.js";

/**
 * Pages of 64 KiB that the memory has at first and at most. The module asks for 16 MiB and a little more
 * at first and for 1 GiB at most (`packaging/cargo.sh`); what is not used takes none of the machine.
 */
const [FIRST, MOST] = [512, 16_384];

let module: Promise<WebAssembly.Module> | undefined;

/** So many helpers, ready. Rejects if the module, the memory or one of them cannot be had. */
export async function startHelpers(count: number): Promise<Crew> {
  module ??= compile(new URL("./wasm/dolmen-threads.wasm", import.meta.url)).catch((error) => {
    module = undefined;
    throw error;
  });
  const compiled = await module;
  const memory = new WebAssembly.Memory({ initial: FIRST, maximum: MOST, shared: true });
  const helpers: Worker[] = [];
  try {
    while (helpers.length < count) helpers.push(startWorker({ module: compiled, helpsIn: memory }));
    await Promise.all(helpers.map(isReady));
  } catch (error) {
    for (const helper of helpers) helper.terminate();
    throw error;
  }
  return { module: compiled, memory, helpers, threads: count + 1 };
}

const isReady = (helper: Worker): Promise<unknown> =>
  new Promise((resolve, reject) => {
    helper.onmessage = resolve;
    helper.onerror = reject;
  });
