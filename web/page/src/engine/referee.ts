/** What the referee says about a position that changes: outcome, winning five, forbidden points. */

import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { EngineError, EngineLost } from "dolmen-engine/types";
import { type Point, parsePoint } from "../board/points";
import type { Position } from "../game/position";
import { fromNames, toEngine } from "./convert";
import { engineFailure, getEngine, type NamedOpening, type Outcome, type Rules } from "./index";

export interface Ruling {
  /** The position that this is about. */
  readonly position: Position;
  /** `refused` for what is no position, such as one with moves after a five. */
  readonly outcome: Outcome | "refused";
  /** Why it is refused. */
  readonly refusal?: EngineError;
  readonly five: readonly Point[] | undefined;
  /** Of a game of renju. */
  readonly opening: NamedOpening | undefined;
  /** Where black may not play, if black is to move. */
  readonly forbidden: readonly { readonly point: Point; readonly kind: string }[];
}

export function rulingOf(position: Position, rules: Rules): Ruling {
  const isOpenForBlack = rules.outcome === "open" && rules.to_move === "black";
  return {
    position,
    outcome: rules.outcome,
    five: rules.five && fromNames(rules.five),
    opening: rules.opening,
    forbidden: !isOpenForBlack
      ? []
      : rules.forbidden.flatMap(({ point, kind }) => {
          const p = parsePoint(point);
          return p === undefined ? [] : [{ point: p, kind }];
        }),
  };
}

const refusalOf = (position: Position, error: EngineError): Ruling => ({
  position,
  outcome: "refused",
  refusal: error,
  five: undefined,
  opening: undefined,
  forbidden: [],
});

/** Milliseconds between two attempts to have an engine while there is none. */
const RETRY = 5000;

/** Calls it every few seconds, and when the network or the visitor is back. */
function repeatedly(ask: () => void): () => void {
  const timer = setInterval(ask, RETRY);
  const events = ["online", "visibilitychange"];
  for (const event of events) window.addEventListener(event, ask);
  return () => {
    clearInterval(timer);
    for (const event of events) window.removeEventListener(event, ask);
  };
}

/**
 * A ruling on the latest position, undefined until the engine has answered. It is never about an
 * older position than the one shown.
 */
export function refereeFor(position: ReadonlySignal<Position>): {
  ruling: ReadonlySignal<Ruling | undefined>;
  stop: () => void;
} {
  const ruling: Signal<Ruling | undefined> = signal(undefined);
  /** Only the one that told of a failure takes it back: others have another position. */
  let hasFailed = false;
  const stop = effect(() => {
    const asked = position.value;
    let isLatest = true;
    const tell = (next: Ruling) => {
      // Of several times that it was asked the first answer counts.
      if (!isLatest || ruling.peek()) return;
      ruling.value = next;
      if (hasFailed) engineFailure.value = "";
      hasFailed = false;
    };
    // An engine that is lost is asked no more by then: another one is.
    const fail = ({ message }: EngineLost) => {
      if (!isLatest) return;
      hasFailed = true;
      engineFailure.value = message;
    };
    const ask = () => {
      if (ruling.peek()) return;
      getEngine()
        .then((engine) =>
          engine.rules(toEngine(asked)).then(
            (rules) => tell(rulingOf(asked, rules)),
            (error) => {
              if (error instanceof EngineLost) fail(error);
              else if (error instanceof EngineError) tell(refusalOf(asked, error));
            },
          ),
        )
        .catch(() => {
          // Without an engine the board works on, only without marks; the shell says why.
        });
    };
    ruling.value = undefined;
    // Asks again when the engine was lost, so that what waits for a ruling goes on with another one.
    const stopAsking = engineFailure.value ? repeatedly(ask) : undefined;
    ask();
    return () => {
      isLatest = false;
      stopAsking?.();
    };
  });
  return { ruling, stop };
}

export const isOver = (ruling: Ruling | undefined): boolean =>
  ruling !== undefined && ruling.outcome !== "open";
