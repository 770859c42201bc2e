/** The worker: answers one call after another; a search runs to its end, or until the worker is ended. */

import type { FromWorker, ToWorker } from "./message.js";
import { Desk, help, initSync } from "./wasm/dolmen.js";

/** Bytes of the stack of a thread, as much as the first one has (`packaging/cargo.sh`). */
const STACK = 4 << 20;

// Only what is used of it: the types of workers and of pages cannot be had together.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<ToWorker>) => void;
  postMessage(message: FromWorker): void;
};

let desk: Desk | undefined;

/** A module without threads has a memory of its own; without any, a shared one would be made in vain. */
const OWN = {} as WebAssembly.Memory;

scope.onmessage = ({ data }) => {
  if ("helpsIn" in data) {
    initSync({ module: data.module, memory: data.helpsIn, thread_stack_size: STACK });
    scope.postMessage("helps");
    help();
  } else if ("module" in data) {
    const { module, memory, threads } = data;
    initSync({ module, memory: memory ?? OWN, thread_stack_size: STACK });
    desk = new Desk(threads);
    if (memory) scope.postMessage({ stopFlag: desk.stop_flag() });
  } else if (desk) {
    const { id, call } = data;
    const sender = { send: (text: string) => scope.postMessage({ id, progress: text }) };
    scope.postMessage({ id, answer: desk.answer(call, sender) });
  }
};
