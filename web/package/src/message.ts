/** Messages between the page and its workers. Calls and answers are JSON in text. */

import { EngineError, type Phrase } from "./types.js";

/** First what the worker is to be: a helper on a memory, or the engine, for calls. */
export type ToWorker =
  | { module: WebAssembly.Module; helpsIn: WebAssembly.Memory }
  | { module: WebAssembly.Module; memory: WebAssembly.Memory | undefined; threads: number }
  | { id: number; call: string };

/** Before all else a helper says that it is there, an engine where in a shared memory it is stopped. */
export type FromWorker =
  | "helps"
  | { stopFlag: number }
  | { id: number; progress: string }
  | { id: number; answer: string };

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

/** A call in JSON, which has no number that is infinite or none: those would be taken as not given. */
export function textOf(call: object): string {
  let field = "";
  return JSON.stringify(call, function (this: unknown, key: string, value: unknown) {
    if (!Array.isArray(this)) field = key;
    if (typeof value !== "number" || Number.isFinite(value)) return value;
    throw new EngineError(`${field}: ${value} is not a whole number`);
  });
}

/** The result in an answer, or its error thrown. */
export function resultOf(answer: { result?: unknown; error?: string; phrase?: Phrase }): unknown {
  if (answer.error !== undefined) throw new EngineError(answer.error, answer.phrase);
  return answer.result;
}
