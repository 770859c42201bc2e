/** The engine of the page, started when it is first needed. */

import { signal } from "@preact/signals";
import type { Engine } from "dolmen-engine";

export type * from "dolmen-engine";

/** Why there is no engine, or what became of it; empty while there is one, or none was needed. */
export const engineFailure = signal("");

/** Whether the engine is being started. */
export const isEngineLoading = signal(false);

let engine: Promise<Engine> | undefined;

/** The one engine of the page. Rejects if it cannot be started; the shell tells the visitor. */
export function getEngine(): Promise<Engine> {
  engine ??= start();
  return engine;
}

async function start(): Promise<Engine> {
  isEngineLoading.value = true;
  try {
    const { startEngine } = await import("dolmen-engine");
    const started = await startEngine({ onLost: forget });
    engineFailure.value = "";
    return started;
  } catch (error) {
    forget(error as Error);
    throw error;
  } finally {
    isEngineLoading.value = false;
  }
}

/** An engine for work in the background, for which the one of the page need not wait. Close it. */
export const startBackground = (): Promise<Engine> =>
  import("dolmen-engine").then(({ startEngine }) => startEngine());

/** The next one who needs an engine starts another. */
function forget(error: Error): void {
  engine = undefined;
  engineFailure.value = error.message;
}
