/** The native engine of `dolmen serve`, over a WebSocket. */

import type { Call, CallOptions, Transport } from "./message.js";
import { resultOf } from "./message.js";
import { EngineLost, type Phrase } from "./types.js";

interface Task {
  readonly onProgress: ((news: never) => void) | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface Answer {
  readonly id?: number;
  readonly progress?: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly phrase?: Phrase;
}

/** Opens a connection; rejects if nobody answers there. `onLost` is called when the other side ends it. */
export function connect(address: string, onLost?: (error: EngineLost) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.onopen = () => resolve(new Socket(socket, onLost));
    socket.onerror = () => reject(new EngineLost(`no engine answers at ${address}`));
  });
}

export class Socket implements Transport {
  readonly #socket: WebSocket;
  readonly #tasks = new Map<number, Task>();
  #count = 0;

  constructor(socket: WebSocket, onLost?: (error: EngineLost) => void) {
    this.#socket = socket;
    socket.onerror = null;
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#receive(JSON.parse(data) as Answer);
    socket.onclose = ({ reason }) => {
      const error = new EngineLost(`the connection to the engine has ended${reason && `: ${reason}`}`);
      this.#fail(error);
      onLost?.(error);
    };
  }

  ask(call: Call): Promise<unknown> {
    return this.search(call, {});
  }

  search(call: Call, { signal, onProgress }: CallOptions): Promise<unknown> {
    if (this.#socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new EngineLost("the connection to the engine has ended"));
    }
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = this.#count++;
    return new Promise((resolve, reject) => {
      const abort = () => {
        // The answer that still comes is nobody's.
        this.#tasks.delete(id);
        this.#socket.send(JSON.stringify({ id, call: "cancel" }));
        reject(signal?.reason);
      };
      const finish = <T>(end: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener("abort", abort);
          end(value);
        };
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.#tasks.set(id, { onProgress, resolve: finish(resolve), reject: finish(reject) });
      this.#socket.send(JSON.stringify({ id, ...call }));
    });
  }

  close(): void {
    this.#fail(new EngineLost("the engine was closed"));
    this.#socket.onclose = null;
    this.#socket.close();
  }

  #receive(answer: Answer): void {
    const task = this.#tasks.get(answer.id ?? -1);
    if (!task) return;
    if (answer.progress !== undefined) {
      task.onProgress?.(answer.progress as never);
      return;
    }
    this.#tasks.delete(answer.id ?? -1);
    try {
      task.resolve(resultOf(answer));
    } catch (error) {
      task.reject(error);
    }
  }

  #fail(error: EngineLost): void {
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    for (const task of tasks) task.reject(error);
  }
}
