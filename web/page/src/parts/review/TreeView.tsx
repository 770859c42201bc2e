/** The game with its lines, as a tree to walk. */

import { nameOf } from "../../board/points";
import { mainLineFrom, nodeOf, pathTo, ROOT } from "../../game/tree";
import { t } from "../../i18n";
import * as session from "./session";
import { isGrave } from "./words";

export function TreeView() {
  return (
    <div class="moves review-tree">
      <Line from={ROOT} />
    </div>
  );
}

/** Lines beside a move of the game are shown where the move, or the one before, has a verdict. */
function isWorthShowing(id: number, number: number): boolean {
  const note = session.noteAt(id);
  if (note?.kind !== "better" && note?.kind !== "other") return true;
  return session.review.value?.moves[number - 1]?.verdict != null;
}

/** The first variation after a node, and the others below the move that they replace. */
function Line({ from }: { from: number }) {
  const { tree } = session.reviewed.value;
  const path = [from, ...mainLineFrom(tree, from).map((node) => node.id)];
  return (
    <>
      {path.slice(1).map((id, i) => {
        const number = pathTo(tree, id).length;
        const children = nodeOf(tree, path[i] ?? from).children.slice(1);
        const others = children.filter((other) => isWorthShowing(other, number));
        return (
          <>
            <Move key={id} id={id} />
            {others.length > 0 && (
              <div class="variations" key={`${id}v`}>
                {others.map((other) => (
                  <Variation key={other} id={other} />
                ))}
              </div>
            )}
          </>
        );
      })}
    </>
  );
}

function Variation({ id }: { id: number }) {
  const note = session.noteAt(id);
  const kind = note?.kind === "other" ? "second" : note?.kind;
  return (
    <div>
      <span class={`kind small ${kind ?? "own"}`}>
        {kind ? t(`review.kind.${kind}`) : t("review.ownLine")}
      </span>
      <Move id={id} />
      <Line from={id} />
    </div>
  );
}

function Move({ id }: { id: number }) {
  const { tree, notes } = session.reviewed.value;
  const number = pathTo(tree, id).length;
  const isGame = notes.get(id)?.kind === "game";
  const verdict = isGame ? (session.review.value?.moves[number - 1]?.verdict ?? null) : null;
  const classes = ["move", verdict && (isGrave(verdict) ? "bad" : "doubtful")].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      class={classes}
      title={verdict ? t(`review.verdict.${verdict}`) : undefined}
      aria-current={id === tree.current ? "true" : undefined}
      onClick={() => session.goTo(id)}
    >
      <span class="number">{number}.</span>
      {nameOf(nodeOf(tree, id).move)}
    </button>
  );
}
