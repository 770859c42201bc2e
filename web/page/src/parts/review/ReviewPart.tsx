/** Reviews of recorded games: what was wrong with each move, and why. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PartProps } from "../../app/App";
import { GameView } from "./GameView";
import { known, listenToGames, problem } from "./intake";
import { games, libraryReady, readLibrary } from "./library";
import { StartView } from "./StartView";
import * as session from "./session";
import "../../ui/lessons.css";
import "./review.css";

/** The address is `#/review/ID/MOVE`. */
export function ReviewPart({ rest }: PartProps) {
  const [id, move] = rest;
  const isUnknown = useSignal(false);
  useEffect(listenToGames, []);
  useEffect(() => {
    // What was said of other games is no concern of one that is opened.
    if (!id) return;
    problem.value = "";
    known.value = 0;
  }, [id]);
  useEffect(() => {
    let isCurrent = true;
    const show = async () => {
      await libraryReady;
      const isThere = () => games.peek().some((game) => game.id === id);
      if (id && !isThere()) await readLibrary();
      if (!isCurrent) return;
      isUnknown.value = Boolean(id) && !isThere();
      if (id && isThere()) session.open(id, Number(move) || 0);
      else session.close();
    };
    void show();
    return () => {
      isCurrent = false;
    };
  }, [id, move, isUnknown]);
  return session.stored.value ? (
    <GameView stored={session.stored.value} />
  ) : (
    <StartView isUnknown={isUnknown.value} />
  );
}
