/** What the opening offers to choose from, and what the engine did in it. */

import { Button } from "../../ui/controls";
import { letterOf } from "./opening";
import { isHumanTurn, isOpening, type Session } from "./session";
import * as store from "./store";
import { askInWords, choiceInWords } from "./words";

export function OpeningSteps({ game }: { game: Session }) {
  return (
    <>
      {isHumanTurn(game) && isOpening(game) && <Choices game={game} />}
      {store.news.value && <p class="news">{store.news}</p>}
    </>
  );
}

/** Colours, numbers, or the fifth moves offered, which can also be picked on the board. */
function Choices({ game }: { game: Session }) {
  const { ask, choices, offered } = game.standing;
  const fifths = ask === "pick" ? offered : [];
  if (choices.length + fifths.length === 0) return null;
  return (
    <div class={ask === "number" ? "row numbers" : "row"} role="group" aria-label={askInWords(game)}>
      {choices.map((choice) => (
        <Button
          key={choice}
          label={ask === "number" ? choiceInWords(choice) : undefined}
          onClick={() => store.choose(choice)}
        >
          {ask === "number" ? choice : choiceInWords(choice)}
        </Button>
      ))}
      {fifths.map((point, i) => (
        <Button key={point} onClick={() => store.pick(point)}>
          {`${letterOf(i)} ${point}`}
        </Button>
      ))}
    </div>
  );
}
