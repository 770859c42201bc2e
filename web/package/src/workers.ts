/**
 * Two workers: one for what is answered at once, one for searches. A worker that searches reads no
 * message, so a search is cancelled by ending its worker; the next one is already waiting.
 */

import type { Call, CallOptions, FromWorker, ToWorker, Transport } from "./message.js";
import { resultOf } from "./message.js";
import { EngineError } from "./types.js";

interface Task {
  readonly call: string;
  readonly onProgress: ((news: never) => void) | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** A worker with the calls that it has not answered. */
class Lane {
  readonly #worker: Worker;
  readonly #tasks = new Map<number, Task>();
  #count = 0;

  constructor(module: WebAssembly.Module) {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    this.#worker.onerror = (event) => this.end(new EngineError(`the engine failed: ${event.message}`));
    this.#post({ module });
  }

  get isFailed(): boolean {
    return this.#count < 0;
  }

  send(task: Task): void {
    const id = this.#count++;
    this.#tasks.set(id, task);
    this.#post({ id, call: task.call });
  }

  /** Ends the worker; what it has not answered fails for this reason. */
  end(reason: unknown): void {
    this.#count = Number.NEGATIVE_INFINITY;
    this.#worker.terminate();
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    for (const task of tasks) task.reject(reason);
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromWorker): void {
    const task = this.#tasks.get(message.id);
    if (!task) return;
    if ("progress" in message) {
      task.onProgress?.(JSON.parse(message.progress) as never);
      return;
    }
    this.#tasks.delete(message.id);
    try {
      task.resolve(resultOf(JSON.parse(message.answer)));
    } catch (error) {
      task.reject(error);
    }
  }
}

const CLOSED = "the engine was closed";

export class Workers implements Transport {
  readonly #module: WebAssembly.Module;
  #quick: Lane;
  #searching: Lane;
  /** Ready for the time when the searching one is ended. */
  #spare: Lane;
  /** Searches that wait, the first one running. */
  readonly #queue: Task[] = [];
  #isClosed = false;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#quick = new Lane(module);
    this.#searching = new Lane(module);
    this.#spare = new Lane(module);
  }

  ask(call: Call): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new EngineError(CLOSED));
    if (this.#quick.isFailed) this.#quick = new Lane(this.#module);
    return new Promise((resolve, reject) => {
      this.#quick.send({ call: JSON.stringify(call), onProgress: undefined, resolve, reject });
    });
  }

  search(call: Call, { signal, onProgress }: CallOptions): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new EngineError(CLOSED));
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
        call: JSON.stringify(call),
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
    const reason = new EngineError(CLOSED);
    const waiting = this.#queue.splice(0);
    for (const lane of [this.#quick, this.#searching, this.#spare]) lane.end(reason);
    for (const task of waiting) task.reject(reason);
  }

  #start(task: Task): void {
    if (this.#searching.isFailed) this.#replace();
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

  #replace(): void {
    this.#searching = this.#spare;
    this.#spare = new Lane(this.#module);
  }
}
