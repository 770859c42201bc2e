/** The moves of the game with all variations. */

import { nameOf } from "../../board/points";
import { type GameTree, nodeOf, ROOT } from "../../game/tree";
import { t } from "../../i18n";
import { Button } from "../../ui/controls";
import { canBack, goTo, promoteCurrent, removeCurrent, tree } from "./game";

export function MovesTab() {
  const now = tree.value;
  return (
    <div class="stack">
      {now.nodes.size > 1 ? (
        <div class="moves">
          <Line tree={now} from={ROOT} number={1} />
        </div>
      ) : (
        <p class="muted small">{t("analyse.noMoves")}</p>
      )}
      <div class="row">
        <Button kind="quiet" icon="up" disabled={!canBack.value} onClick={promoteCurrent}>
          {t("analyse.promote")}
        </Button>
        <Button kind="quiet" icon="trash" disabled={!canBack.value} onClick={removeCurrent}>
          {t("analyse.remove")}
        </Button>
      </div>
    </div>
  );
}

interface LineProps {
  tree: GameTree;
  /** The node whose first child begins the line. */
  from: number;
  /** Number of that move. */
  number: number;
}

/** A line of moves, each followed by the variations that replace it. */
function Line({ tree: game, from, number }: LineProps) {
  const items = [];
  let [parent, count] = [from, number];
  for (let next = nodeOf(game, parent).children[0]; next !== undefined; ) {
    items.push(<MoveButton key={next} tree={game} id={next} number={count} />);
    for (const variation of nodeOf(game, parent).children.slice(1)) {
      items.push(
        <div key={`v${variation}`} class="variations">
          <MoveButton tree={game} id={variation} number={count} />
          <Line tree={game} from={variation} number={count + 1} />
        </div>,
      );
    }
    parent = next;
    count += 1;
    next = nodeOf(game, parent).children[0];
  }
  return <>{items}</>;
}

function MoveButton({ tree: game, id, number }: { tree: GameTree; id: number; number: number }) {
  return (
    <button
      type="button"
      class="move"
      aria-current={game.current === id ? "true" : undefined}
      onClick={() => goTo(id)}
    >
      <span class="number">{number}</span> {nameOf(nodeOf(game, id).move)}
    </button>
  );
}
