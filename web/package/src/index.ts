/**
 * The gomoku engine Dolmen for the browser.
 *
 * ```ts
 * const engine = await startEngine();
 * const answer = await engine.query({ rule: "renju", moves: "h8i9h10", nodes: 50_000 });
 * console.log(answer.lines[0]?.move);
 * engine.close();
 * ```
 */

import { Client } from "./client.js";
import { connect } from "./socket.js";
import type { Engine, EngineLost } from "./types.js";
import { loadModule, mostThreads } from "./wasm.js";
import { Workers } from "./workers.js";

export * from "./types.js";
export { hasVectors } from "./wasm.js";

export interface StartOptions {
  /**
   * The address of the native engine, `ws://..` or `wss://..`. Default: the one named by the page's
   * `<meta name="dolmen-engine" content="ADDRESS">`, which `dolmen serve` puts there. If nobody answers
   * there within five seconds, or it is no address, and for `null`, the engine runs in the browser.
   */
  socket?: string | null;
  /** Without vector instructions and threads, even where there are some. */
  plain?: boolean;
  /** Called if the connection to the native engine ends: this engine answers no more, another one may. */
  onLost?: (error: EngineLost) => void;
}

/** Starts an engine. Rejects if it can neither be reached nor loaded. */
export async function startEngine(options: StartOptions = {}): Promise<Engine> {
  let unreachable: unknown;
  try {
    const address = options.socket === undefined ? addressInPage() : options.socket;
    if (address) return new Client(await connect(address, options.onLost));
  } catch (error) {
    // The page may come from the browser's store, when nobody serves it.
    unreachable = error;
  }
  try {
    return new Client(new Workers(await loadModule(options.plain), options.plain ? 1 : mostThreads()));
  } catch (error) {
    // That the page's own engine is missing says less than that nobody answers.
    throw unreachable ?? error;
  }
}

/** The address of the engine that serves the page; none where there is no page, as in a worker. */
function addressInPage(): string | null {
  const { document } = globalThis;
  const meta = document?.querySelector('meta[name="dolmen-engine"]');
  const address = meta?.getAttribute("content");
  return address ? new URL(address, document.baseURI).href.replace(/^http/, "ws") : null;
}
