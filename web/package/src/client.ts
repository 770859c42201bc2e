/** The calls of the engine as messages. */

import { fromBase64, toBase64 } from "./base64.js";
import { inUtf8 } from "./charset.js";
import type { CallOptions, Transport } from "./message.js";
import type * as T from "./types.js";
import { EngineError } from "./types.js";

/** Milliseconds between two progress answers where nobody says. */
const PROGRESS = 100;

export class Client implements T.Engine {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async query(
    query: T.Query,
    options: T.SearchOptions & { onProgress?: (answer: T.Answer) => void } = {},
  ): Promise<T.Answer> {
    const { signal, onProgress, memory, threads } = options;
    let last: T.Answer | undefined;
    const listen = (answer: T.Answer) => {
      last = answer;
      onProgress?.(answer);
    };
    // Without progress nothing would be known when it is cancelled.
    const isHeard = onProgress !== undefined || signal !== undefined;
    const asked = isHeard ? { progress: PROGRESS, ...query } : query;
    const call = { call: "query", query: asked, memory, threads };
    try {
      return (await this.#transport.search(call, { signal, onProgress: listen })) as T.Answer;
    } catch (error) {
      if (!signal?.aborted || error !== signal.reason) throw error;
      return { ...(last ?? (await this.#nothing(query))), status: "cancelled" };
    }
  }

  explain(position: T.Position, options: T.Options & { nodes?: number } = {}): Promise<T.Lesson> {
    const { nodes } = options;
    return this.#search({ call: "explain", position, nodes }, options);
  }

  hint(position: T.Position, options: T.Options = {}): Promise<T.Hint> {
    return this.#search({ call: "hint", position }, options);
  }

  review(game: T.Game, options: Parameters<T.Engine["review"]>[1] = {}): Promise<T.Review> {
    const { signal, onProgress, ...limits } = options;
    return this.#search({ call: "review", game, ...limits }, { signal, onProgress });
  }

  solve(position: T.Position, options: Parameters<T.Engine["solve"]>[1] = {}): Promise<T.Proof> {
    const { signal, nodes, proofNodes, otherNodes } = options;
    const limits = { nodes, proof_nodes: proofNodes, other_nodes: otherNodes };
    return this.#search({ call: "solve", position, ...limits }, { signal });
  }

  balance(
    position: T.Position,
    stones: 1 | 2,
    options: Parameters<T.Engine["balance"]>[2] = {},
  ): Promise<{ moves: T.Point[] }> {
    const { signal, nodes, time, bias, memory } = options;
    return this.#search({ call: "balance", position, stones, nodes, time, bias, memory }, { signal });
  }

  level(
    position: T.Position,
    level: number,
    options: Parameters<T.Engine["level"]>[2] = {},
  ): Promise<{ move: T.Point | null }> {
    const { signal, ...limits } = options;
    return this.#search({ call: "level", position, level, ...limits }, { signal });
  }

  openings(query: Pick<T.OpeningQuery, "rule" | "size">): Promise<T.OpeningRule[]> {
    return this.#ask({ call: "openings", ...query });
  }

  opening(query: T.OpeningQuery): Promise<T.OpeningStanding> {
    return this.#ask({ call: "opening", ...query });
  }

  playOpening(
    query: T.OpeningQuery,
    options: Parameters<T.Engine["playOpening"]>[1] = {},
  ): Promise<T.OpeningStanding & { acts: T.OpeningAct[] }> {
    const { signal, seed, nodes } = options;
    return this.#search({ call: "opening", ...query, choose: true, seed, nodes }, { signal });
  }

  async read(bytes: Uint8Array, name?: string): Promise<T.Game[]> {
    return this.#ask({ call: "read", bytes: fileOf(bytes), name });
  }

  async readTrees(bytes: Uint8Array, name?: string, rule?: T.Rule): Promise<T.GameTree[]> {
    return this.#ask({ call: "read", bytes: fileOf(bytes), name, trees: true, rule });
  }

  async write(game: T.Game | T.GameTree, format: T.GameFormat): Promise<Uint8Array> {
    const { bytes } = await this.#ask<{ bytes: string }>({ call: "write", game, format });
    return fromBase64(bytes);
  }

  picture(position: T.Position, options: Parameters<T.Engine["picture"]>[1] = {}): Promise<string> {
    const { numbers, rowOneOnTop, title } = options;
    return this.#ask({ call: "picture", position, numbers, row_one_on_top: rowOneOnTop, title });
  }

  rules(position: T.Position): Promise<T.Rules> {
    return this.#ask({ call: "rules", position });
  }

  version(): Promise<T.Version> {
    return this.#ask({ call: "version" });
  }

  close(): void {
    this.#transport.close();
  }

  #ask<A>(call: Parameters<Transport["ask"]>[0]): Promise<A> {
    return this.#transport.ask(call) as Promise<A>;
  }

  #search<A>(call: Parameters<Transport["search"]>[0], options: CallOptions): Promise<A> {
    const { signal, onProgress } = options;
    return this.#transport.search(call, { signal, onProgress }) as Promise<A>;
  }

  /** The answer to a query of which nothing is known yet. */
  async #nothing(query: T.Query): Promise<T.Answer> {
    const { rule, size, moves, stones, first } = query;
    const { outcome, to_move } = await this.rules(clean({ rule, size, moves, stones, first }));
    return { version: 1, status: "cancelled", outcome, to_move, nodes: 0, time: 0, lines: [] };
  }
}

/** Without the fields that are undefined. */
const clean = (position: { [K in keyof T.Position]: T.Position[K] | undefined }): T.Position =>
  Object.fromEntries(Object.entries(position).filter(([, value]) => value !== undefined));

/** A file in a call. Of an `ArrayBuffer` no byte would be sent. */
function fileOf(bytes: Uint8Array): string {
  // Also one of another frame.
  const found = Object.prototype.toString.call(bytes).slice(8, -1);
  if (found === "Uint8Array") return toBase64(inUtf8(bytes));
  throw new EngineError(`bytes: expected a Uint8Array, found ${found}`);
}
