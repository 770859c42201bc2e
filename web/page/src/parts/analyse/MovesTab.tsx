/** The moves of the game with all variations, and what is written at the current one. */

import { nameOf } from "../../board/points";
import { type GameTree, nodeOf, pathTo, ROOT } from "../../game/tree";
import { t } from "../../i18n";
import { Button } from "../../ui/controls";
import { canBack, comment, goTo, promoteCurrent, removeCurrent, tree } from "./game";

/** Of games with more moves, variations show only their first one until they are entered. */
const MANY = 500;

export function MovesTab() {
  const now = tree.value;
  const path = new Set(pathTo(now, now.current).map(({ id }) => id));
  const isShown = (id: number) => now.nodes.size <= MANY || path.has(id);
  return (
    <div class="stack">
      {now.players && <p class="muted small">{now.players.join(" – ")}</p>}
      <Comment text={nodeOf(now, now.current).comment ?? ""} />
      {now.nodes.size > 1 ? (
        <div class="moves">
          <Line tree={now} from={ROOT} number={1} isShown={isShown} />
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

function Comment({ text }: { text: string }) {
  return (
    <textarea
      class="comment"
      rows={Math.min(text.split("\n").length, 8)}
      aria-label={t("analyse.comment")}
      placeholder={t("analyse.comment")}
      value={text}
      onInput={(event) => comment(event.currentTarget.value)}
    />
  );
}

interface LineProps {
  tree: GameTree;
  /** The node whose first child begins the line. */
  from: number;
  /** Number of that move. */
  number: number;
  /** Whether more than its first move is shown of a variation. */
  isShown: (id: number) => boolean;
}

/** A line of moves, each followed by the variations that replace it. */
function Line({ tree: game, from, number, isShown }: LineProps) {
  const items = [];
  let [parent, count] = [from, number];
  for (let next = nodeOf(game, parent).children[0]; next !== undefined; ) {
    items.push(<MoveButton key={next} tree={game} id={next} number={count} />);
    for (const variation of nodeOf(game, parent).children.slice(1)) {
      items.push(
        <div key={`v${variation}`} class="variations">
          <MoveButton tree={game} id={variation} number={count} />
          {isShown(variation) ? (
            <Line tree={game} from={variation} number={count + 1} isShown={isShown} />
          ) : (
            nodeOf(game, variation).children.length > 0 && "…"
          )}
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
  const { move, comment: text } = nodeOf(game, id);
  return (
    <button
      type="button"
      class={text ? "move commented" : "move"}
      title={text || undefined}
      aria-current={game.current === id ? "true" : undefined}
      onClick={() => goTo(id)}
    >
      <span class="number">{number}</span> {nameOf(move)}
    </button>
  );
}
