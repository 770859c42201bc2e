/**
 * Two workers: one for what is answered at once, one for searches. A worker that searches reads no
 * message, so a search is cancelled by ending its worker, and its helpers; the next one is already
 * waiting, with a memory of its own.
 */

import { type Crew, Lane, type Task } from "./lane.js";
import { type Call, type CallOptions, type Transport, textOf } from "./message.js";
import { startHelpers } from "./threads.js";
import { EngineLost } from "./types.js";

const CLOSED = "the engine was closed";

export class Workers implements Transport {
  readonly #module: WebAssembly.Module;
  readonly #threads: number;
  #quick: Lane;
  #searching: Lane;
  /** Ready for the time when the searching one is ended. */
  #spare: Lane;
  /** Searches that wait, the first one running. */
  readonly #queue: Task[] = [];
  #isClosed = false;

  /** With the module for one thread, and the most threads that a search may have. */
  constructor(module: WebAssembly.Module, threads: number) {
    this.#module = module;
    this.#threads = threads;
    this.#quick = this.#referee();
    this.#searching = this.#lane(1);
    this.#spare = this.#lane(1);
  }

  ask(call: Call): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new EngineLost(CLOSED));
    if (this.#quick.isFailed) this.#quick = this.#referee();
    return new Promise((resolve, reject) => {
      const task = { call: textOf(call), threads: 1, onProgress: undefined };
      this.#quick.send({ ...task, resolve, reject });
    });
  }

  search(call: Call, { signal, onProgress }: CallOptions): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new EngineLost(CLOSED));
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const finish = <T>(end: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener("abort", abort);
          this.#leave(task);
          end(value);
        };
      };
      const abort = () => this.#abort(task, signal?.reason);
      const task: Task = {
        call: textOf(call),
        threads: Math.min(Number(call.threads ?? 1), this.#threads),
        onProgress,
        resolve: finish(resolve),
        reject: finish(reject),
      };
      signal?.addEventListener("abort", abort);
      this.#queue.push(task);
      if (this.#queue.length === 1) this.#start(task);
    });
  }

  close(): void {
    this.#isClosed = true;
    const reason = new EngineLost(CLOSED);
    const waiting = this.#queue.splice(0);
    for (const lane of [this.#quick, this.#searching, this.#spare]) lane.end(reason);
    for (const task of waiting) task.reject(reason);
  }

  #start(task: Task): void {
    if (this.#searching.isFailed || this.#searching.threads < task.threads) this.#replace(task.threads);
    this.#searching.send(task);
  }

  #leave(task: Task): void {
    const place = this.#queue.indexOf(task);
    if (place < 0) return;
    this.#queue.splice(place, 1);
    const next = this.#queue[0];
    if (place === 0 && next) this.#start(next);
  }

  #abort(task: Task, reason: unknown): void {
    if (this.#queue[0] === task) this.#searching.end(reason);
    else task.reject(reason);
  }

  /** Takes the one that waits, or a new one if that failed or has fewer threads. */
  #replace(threads: number): void {
    if (this.#spare.isFailed || this.#spare.threads < threads) {
      this.#spare.end(undefined);
      this.#spare = this.#lane(threads);
    }
    this.#searching.end(undefined);
    this.#searching = this.#spare;
    this.#spare = this.#lane(this.#searching.threads);
  }

  /** An engine for searches; without helpers where they cannot be started. */
  #lane(threads: number): Lane {
    const alone: Crew = { module: this.#module, helpers: [], threads: 1 };
    const helped = threads > 1 && startHelpers(threads - 1).catch(() => alone);
    return new Lane(threads, helped || Promise.resolve(alone));
  }

  #referee(): Lane {
    return new Lane(1, Promise.resolve({ module: this.#module, helpers: [], threads: this.#threads }));
  }
}
