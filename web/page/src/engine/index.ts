/** The engine of the page, started when it is first needed. */

import { signal } from "@preact/signals";
import type { Engine } from "dolmen-engine";

export type * from "dolmen-engine";

/** Why there is no engine; empty while there is one, or none was needed. */
export const engineFailure = signal("");

let engine: Promise<Engine> | undefined;

/** The one engine of the page. Rejects if it cannot be started; the shell tells the visitor. */
export function getEngine(): Promise<Engine> {
  engine ??= import("dolmen-engine")
    .then(({ startEngine }) => startEngine())
    .then((started) => {
      engineFailure.value = "";
      return started;
    })
    .catch((error: Error) => {
      engine = undefined;
      engineFailure.value = error.message;
      throw error;
    });
  return engine;
}
