/** Messages between the page and its workers. Calls and answers are JSON in text. */

import { EngineError, type Phrase } from "./types.js";

export type ToWorker = { module: WebAssembly.Module } | { id: number; call: string };

export type FromWorker = { id: number; progress: string } | { id: number; answer: string };

/** A call as it is written; `call` is its name. */
export interface Call {
  readonly call: string;
  readonly [field: string]: unknown;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((news: never) => void) | undefined;
}

/** A way to an engine. */
export interface Transport {
  /** Answered without a search, at once. */
  ask(call: Call): Promise<unknown>;
  /** A search: waits for those before it. Rejects with the signal's reason if that is aborted. */
  search(call: Call, options: CallOptions): Promise<unknown>;
  close(): void;
}

/** The result in an answer, or its error thrown. */
export function resultOf(answer: { result?: unknown; error?: string; phrase?: Phrase }): unknown {
  if (answer.error !== undefined) throw new EngineError(answer.error, answer.phrase);
  return answer.result;
}
