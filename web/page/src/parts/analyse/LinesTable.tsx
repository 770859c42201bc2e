/** The best first moves with their lines, which can be previewed and played. */

import type { TargetedPointerEvent } from "preact";
import { nameOf, type Point } from "../../board/points";
import type { Line } from "../../engine";
import { fromNames } from "../../engine/convert";
import { valueInWords } from "../../engine/value";
import { t } from "../../i18n";
import { answer } from "./analysis";
import { play, playLine, preview } from "./game";

const clear = () => {
  preview.value = undefined;
};

export function LinesTable({ count }: { count: number }) {
  const lines = answer.value?.lines ?? [];
  const empty = Array.from({ length: Math.max(0, count - lines.length) }, (_, i) => lines.length + i);
  return (
    <table
      class="lines"
      onPointerLeave={(event) => {
        if (event.pointerType !== "touch") clear();
      }}
    >
      <caption class="visually-hidden">{t("analyse.lines")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("analyse.move")}</th>
          <th scope="col">{t("analyse.value")}</th>
          <th scope="col">{t("analyse.depth")}</th>
          <th scope="col">{t("analyse.line")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, i) => (
          <LineRow key={i} line={line} isBest={i === 0} />
        ))}
        {empty.map((i) => (
          <tr key={i} class="empty">
            <td colSpan={4}>–</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LineRow({ line, isBest }: { line: Line; isBest: boolean }) {
  const points = fromNames(line.pv);
  const value = valueInWords(line);
  return (
    <tr class={isBest ? "best" : undefined}>
      <td>
        <button
          type="button"
          class="link move"
          title={t("analyse.playMove", { point: line.move })}
          onPointerEnter={() => show(points.slice(0, 1))}
          onClick={() => points[0] !== undefined && play(points[0])}
        >
          {line.move}
        </button>
      </td>
      <td class={line.win_in ? "good" : line.loss_in ? "bad" : undefined}>{value}</td>
      <td>
        {line.depth}
        <span class="muted">-{line.selective_depth}</span>
      </td>
      <td>
        <Variation points={points} />
      </td>
    </tr>
  );
}

const show = (points: readonly Point[]) => {
  preview.value = points;
};

/** The pointer previews the line up to the move under it, a double click plays so far; the keyboard has the whole line. */
function Variation({ points }: { points: readonly Point[] }) {
  const upTo = (event: TargetedPointerEvent<HTMLButtonElement> | MouseEvent) => {
    const index = (event.target as HTMLElement).dataset.index;
    return index === undefined ? undefined : points.slice(0, Number(index) + 1);
  };
  return (
    <button
      type="button"
      class="variation"
      title={t("analyse.lineHelp")}
      aria-label={`${t("analyse.playLine")}: ${points.map(nameOf).join(" ")}`}
      onPointerOver={(event) => {
        const line = upTo(event);
        if (line) show(line);
      }}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && show(points)}
      onBlur={clear}
      onClick={(event) => event.detail === 0 && playLine(points)}
      onDblClick={(event) => playLine(upTo(event) ?? preview.peek() ?? points)}
    >
      {points.map((p, i) => (
        <span key={i} data-index={i}>
          {nameOf(p)}{" "}
        </span>
      ))}
    </button>
  );
}
