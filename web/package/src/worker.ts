/** The worker: answers one call after another; a search runs to its end, or until the worker is ended. */

import type { FromWorker, ToWorker } from "./message.js";
import { Desk, initSync } from "./wasm/dolmen.js";

// Only what is used of it: the types of workers and of pages cannot be had together.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<ToWorker>) => void;
  postMessage(message: FromWorker): void;
};

let desk: Desk | undefined;

scope.onmessage = ({ data }) => {
  if ("module" in data) {
    initSync({ module: data.module });
    desk = new Desk();
    return;
  }
  if (!desk) return;
  const { id, call } = data;
  const sender = { send: (text: string) => scope.postMessage({ id, progress: text }) };
  scope.postMessage({ id, answer: desk.answer(call, sender) });
};
