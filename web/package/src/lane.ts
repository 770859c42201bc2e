/** A worker with the engine, and the calls that it has not answered. */

import type { FromWorker, ToWorker } from "./message.js";
import { resultOf } from "./message.js";
import { EngineLost } from "./types.js";

export interface Task {
  readonly call: string;
  /** Threads that it may have. */
  readonly threads: number;
  readonly onProgress: ((news: never) => void) | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** What an engine runs on. */
export interface Crew {
  readonly module: WebAssembly.Module;
  /** Shared with the helpers; without any the engine has its own. */
  readonly memory?: WebAssembly.Memory;
  readonly helpers: readonly Worker[];
  /** What the engine tells about threads. */
  readonly threads: number;
}

export function startWorker(first: ToWorker): Worker {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.postMessage(first);
  return worker;
}

export class Lane {
  /** Threads that were asked for. */
  readonly threads: number;
  /** The engine, then its helpers; none until they are ready. */
  #workers: readonly Worker[] = [];
  /** Stops a search in a shared memory at once: ended workers go on for up to two seconds in Chromium. */
  #stop: (() => void) | undefined;
  readonly #tasks = new Map<number, Task>();
  #count = 0;

  constructor(threads: number, crew: Promise<Crew>) {
    this.threads = threads;
    crew.then((ready) => this.#start(ready)).catch((error) => this.#fail(error));
  }

  get isFailed(): boolean {
    return this.#count < 0;
  }

  send(task: Task): void {
    const id = this.#count++;
    this.#tasks.set(id, task);
    this.#post({ id, call: task.call });
  }

  /** Ends the workers; what they have not answered fails for this reason. */
  end(reason: unknown): void {
    this.#count = Number.NEGATIVE_INFINITY;
    this.#stop?.();
    this.#stop = undefined;
    for (const worker of this.#workers) worker.terminate();
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    for (const task of tasks) task.reject(reason);
  }

  #start({ module, memory, helpers, threads }: Crew): void {
    if (this.isFailed) {
      for (const helper of helpers) helper.terminate();
      return;
    }
    // Those that are there end with the lane, should the engine's own worker be refused.
    this.#workers = helpers;
    const engine = startWorker({ module, memory, threads });
    engine.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data, memory);
    this.#workers = [engine, ...helpers];
    for (const worker of this.#workers) worker.onerror = (event) => this.#fail(event);
    for (const [id, { call }] of this.#tasks) this.#post({ id, call });
  }

  #fail({ message }: { message: string }): void {
    this.end(new EngineLost(`the engine failed: ${message || "its worker cannot be loaded"}`));
  }

  #post(message: ToWorker): void {
    this.#workers[0]?.postMessage(message);
  }

  #receive(message: FromWorker, memory: WebAssembly.Memory | undefined): void {
    if (message === "helps") return;
    if ("stopFlag" in message) {
      const { stopFlag } = message;
      if (memory) this.#stop = () => Atomics.store(new Uint8Array(memory.buffer), stopFlag, 1);
      return;
    }
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
