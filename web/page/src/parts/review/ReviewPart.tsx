/** Reviews of recorded games: what was wrong with each move, and why. */

import { useEffect } from "preact/hooks";
import type { PartProps } from "../../app/App";
import { GameView } from "./GameView";
import { games, libraryReady } from "./library";
import { StartView } from "./StartView";
import * as session from "./session";
import "../../ui/lessons.css";
import "./review.css";

/** The address is `#/review/ID/MOVE`. */
export function ReviewPart({ rest }: PartProps) {
  const [id, move] = rest;
  useEffect(() => {
    let isCurrent = true;
    void libraryReady.then(() => {
      if (!isCurrent) return;
      if (id && games.peek().some((game) => game.id === id)) session.open(id, Number(move) || 0);
      else session.close();
    });
    return () => {
      isCurrent = false;
    };
  }, [id, move]);
  return session.stored.value ? <GameView stored={session.stored.value} /> : <StartView />;
}
