/** Signs on points: what the engine says, what was tapped, what is right or wrong. */

import { CELL, type Layout, xOf, yOf } from "./layout";
import type { Palette } from "./palette";
import { textAt } from "./text";
import type { Mark } from "./view";

interface MarkProps {
  mark: Mark;
  layout: Layout;
  palette: Palette;
  isOnStone: boolean;
}

export function MarkSign({ mark, layout, palette, isOnStone }: MarkProps) {
  const [x, y] = [xOf(layout, mark.point), yOf(layout, mark.point)];
  const cross = CELL * 0.13;
  switch (mark.kind) {
    case "searched":
      return <circle cx={x} cy={y} r={CELL * 0.11} fill={palette.searched} opacity={0.75} />;
    case "searching":
      return (
        <circle
          cx={x}
          cy={y}
          r={CELL * 0.4}
          class="searching"
          fill="none"
          stroke={palette.good}
          stroke-width={3}
        />
      );
    case "losing":
      return (
        <path
          d={`M${x - cross} ${y - cross}l${2 * cross} ${2 * cross}m0 ${-2 * cross}l${-2 * cross} ${2 * cross}`}
          stroke={palette.losing}
          stroke-width={3.2}
          stroke-linecap="round"
        />
      );
    case "chosen":
      return <Crosshair x={x} y={y} layout={layout} color={palette.last} />;
    default:
      return isOnStone ? (
        <Ring x={x} y={y} color={palette[DISC[mark.kind]]} />
      ) : (
        <Disc x={x} y={y} mark={mark} palette={palette} />
      );
  }
}

/** Around a stone, which stays to be seen. */
function Ring({ x, y, color }: { x: number; y: number; color: string }) {
  return (
    <>
      <circle cx={x} cy={y} r={CELL * 0.46} fill="none" stroke="#fff" stroke-width={7} opacity={0.85} />
      <circle cx={x} cy={y} r={CELL * 0.46} fill="none" stroke={color} stroke-width={4.5} />
    </>
  );
}

const DISC = {
  best: "best",
  right: "best",
  good: "good",
  hint: "good",
  offered: "good",
  wrong: "losing",
} as const;

function Disc({ x, y, mark, palette }: { x: number; y: number; mark: Mark; palette: Palette }) {
  const { kind, text = "" } = mark;
  const color = palette[DISC[kind as keyof typeof DISC] ?? "good"];
  const fontSize = CELL * (text.length > 3 ? 0.3 : text.length > 2 ? 0.34 : 0.38);
  return (
    <g>
      <circle
        cx={x}
        cy={y}
        r={CELL * 0.42}
        fill={color}
        fill-opacity={0.93}
        stroke="#fff"
        stroke-opacity={0.55}
      />
      {text && (
        <text {...textAt(x, y, fontSize)} font-weight={700} fill={palette.onMark}>
          {text}
        </text>
      )}
    </g>
  );
}

/** Shows under a finger which point was tapped. */
function Crosshair({ x, y, layout, color }: { x: number; y: number; layout: Layout; color: string }) {
  const { margin, extent } = layout;
  return (
    <g stroke={color} stroke-width={2} fill="none" opacity={0.9}>
      <path d={`M${margin} ${y}H${extent - margin}M${x} ${margin}V${extent - margin}`} opacity={0.55} />
      <circle cx={x} cy={y} r={CELL * 0.5} stroke-width={2.5} />
    </g>
  );
}
