/**
 * A position in the address of the page: `renju/15/block=a1/h8i9`. Everything but the moves may be
 * missing, the order of the segments is free, and the moves come last, so that programs which read
 * addresses of gomocalc read these too.
 */

import { namesOf, parsePoints } from "../board/points";
import {
  type Color,
  emptySetup,
  firstBadMove,
  type Position,
  RULES,
  type Rule,
  type Setup,
} from "./position";

const CODES: Record<string, Rule> = {
  0: "freestyle",
  1: "standard",
  4: "renju",
  8: "caro-overline",
  9: "caro",
};

export function toSegments({ setup, moves }: Position, lines?: number): string[] {
  const { rule, size, black, white, blocked, first } = setup;
  const pairs: [string, string][] = [
    ["lines", lines === undefined ? "" : String(lines)],
    ["black", namesOf(black)],
    ["white", namesOf(white)],
    ["first", first === "white" ? first : ""],
    ["block", namesOf(blocked)],
  ];
  const options = pairs.filter(([, value]) => value !== "").map(([key, value]) => `${key}=${value}`);
  return [rule, String(size), ...options, namesOf(moves)];
}

export interface Shared {
  readonly position: Position;
  /** Number of lines to analyse. */
  readonly lines?: number;
}

/** Undefined if something is not understood, or the moves cannot be played. */
export function fromSegments(segments: readonly string[]): Shared | undefined {
  const draft: Draft = { setup: { ...emptySetup() }, moves: [] };
  for (const segment of segments) {
    if (segment !== "" && !readSegment(draft, segment)) return undefined;
  }
  const position = { setup: draft.setup, moves: draft.moves };
  if (firstBadMove(position) !== 0 || !setupFits(draft.setup)) return undefined;
  return draft.lines === undefined ? { position } : { position, lines: draft.lines };
}

interface Draft {
  setup: { -readonly [K in keyof Setup]: Setup[K] };
  moves: number[];
  lines?: number;
}

function readSegment(draft: Draft, segment: string): boolean {
  const [key = "", value] = segment.split("=");
  if (value !== undefined) return readPair(draft, key, value);
  const rule = RULES.find((name) => name === segment);
  if (rule) draft.setup.rule = rule;
  else if (/^\d+$/.test(segment)) draft.setup.size = Number(segment);
  else {
    const moves = parsePoints(segment);
    if (!moves) return false;
    draft.moves = moves;
  }
  return true;
}

function readPair(draft: Draft, key: string, value: string): boolean {
  const points = parsePoints(value);
  switch (key) {
    case "rule":
      draft.setup.rule = CODES[value] ?? draft.setup.rule;
      return value in CODES;
    case "lines":
      draft.lines = Number(value);
      return Number.isInteger(draft.lines) && draft.lines >= 1 && draft.lines <= 20;
    case "first":
      draft.setup.first = value as Color;
      return value === "black" || value === "white";
    case "black":
    case "white":
      if (points) draft.setup[key] = points;
      return points !== undefined;
    case "block":
      if (points) draft.setup.blocked = points;
      return points !== undefined;
    default:
      return false;
  }
}

/** Whether the board has a legal size, and what lies on it is on it and on different points. */
function setupFits(setup: Setup): boolean {
  const given = [...setup.black, ...setup.white, ...setup.blocked];
  const bare = { ...setup, black: [], white: [], blocked: [] };
  return setup.size >= 5 && setup.size <= 22 && firstBadMove({ setup: bare, moves: given }) === 0;
}
