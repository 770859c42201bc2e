/** The native engine of `dolmen serve`, over a WebSocket. */

import { type Call, type CallOptions, resultOf, type Transport, textOf } from "./message.js";
import { EngineError, EngineLost, type Phrase } from "./types.js";

/** Milliseconds until an address that is silent is given up. */
const PATIENCE = 5000;
/** Most bytes of a message that the server reads: `companion/src/tools/serve/session.rs`, as for the next. */
const LONGEST = 12 << 20;
/** Most searches that are sent and not answered; more wait here. The server takes twice as many. */
const MOST_SEARCHES = 32;
/** Messages for each second, and how many may go at once; the server takes a little more of both. */
const RATE = 80;
const BURST = 300;

interface Task {
  readonly id: number;
  readonly text: string;
  readonly isSearch: boolean;
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
    const giveUp = () => {
      clearTimeout(timer);
      reject(new EngineLost(`no engine answers at ${address}`));
      socket.close();
    };
    const timer = setTimeout(giveUp, PATIENCE);
    socket.onerror = giveUp;
    socket.onopen = () => {
      clearTimeout(timer);
      resolve(new Socket(socket, onLost));
    };
  });
}

export class Socket implements Transport {
  readonly #socket: WebSocket;
  /** Calls that are not sent yet. */
  readonly #waiting = new Set<Task>();
  /** Calls that the server has not answered, those that were given up here among them. */
  readonly #sent = new Map<number, Task>();
  /** Messages that may be sent now, as it was at a time. */
  readonly #allowance = { left: BURST, at: performance.now() };
  #timer: ReturnType<typeof setTimeout> | undefined;
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
    return this.#call(call, {}, false);
  }

  search(call: Call, options: CallOptions): Promise<unknown> {
    return this.#call(call, options, true);
  }

  close(): void {
    this.#fail(new EngineLost("the engine was closed"));
    this.#socket.onclose = null;
    this.#socket.close();
  }

  async #call(call: Call, { signal, onProgress }: CallOptions, isSearch: boolean): Promise<unknown> {
    if (this.#socket.readyState !== WebSocket.OPEN) {
      throw new EngineLost("the connection to the engine has ended");
    }
    signal?.throwIfAborted();
    const id = this.#count++;
    const text = textOf({ id, ...call });
    if (new TextEncoder().encode(text).length > LONGEST) {
      throw new EngineError("the call is too long: the native engine takes 12 MiB");
    }
    let abort = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const task: Task = { id, text, isSearch, onProgress, resolve, reject };
        abort = () => {
          this.#giveUp(task);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort);
        this.#waiting.add(task);
        this.#sendWaiting();
      });
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  #giveUp(task: Task): void {
    const { id } = task;
    if (this.#waiting.delete(task) || !this.#sent.has(id)) return;
    // The answer that still comes is nobody's.
    this.#sent.set(id, { ...task, onProgress: undefined });
    this.#post(textOf({ id, call: "cancel" }));
  }

  /** Sends what the server takes now, in order; `ask` does not wait for searches. */
  #sendWaiting(): void {
    clearTimeout(this.#timer);
    let searches = [...this.#sent.values()].filter(({ isSearch }) => isSearch).length;
    for (const task of this.#waiting) {
      if (task.isSearch && searches >= MOST_SEARCHES) continue;
      if (!this.#mayPost()) {
        this.#timer = setTimeout(() => this.#sendWaiting(), 1000 / RATE);
        return;
      }
      if (task.isSearch) searches++;
      this.#waiting.delete(task);
      this.#sent.set(task.id, task);
      this.#post(task.text);
    }
  }

  #mayPost(): boolean {
    const now = performance.now();
    const earned = ((now - this.#allowance.at) * RATE) / 1000;
    this.#allowance.left = Math.min(this.#allowance.left + earned, BURST);
    this.#allowance.at = now;
    return this.#allowance.left >= 1;
  }

  #post(text: string): void {
    this.#allowance.left--;
    this.#socket.send(text);
  }

  #receive(answer: Answer): void {
    const task = this.#sent.get(answer.id ?? -1);
    if (!task) return;
    if (answer.progress !== undefined) {
      task.onProgress?.(answer.progress as never);
      return;
    }
    this.#sent.delete(task.id);
    this.#sendWaiting();
    try {
      task.resolve(resultOf(answer));
    } catch (error) {
      task.reject(error);
    }
  }

  #fail(error: EngineLost): void {
    clearTimeout(this.#timer);
    const tasks = [...this.#sent.values(), ...this.#waiting];
    this.#sent.clear();
    this.#waiting.clear();
    for (const task of tasks) task.reject(error);
  }
}
