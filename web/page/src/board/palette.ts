/** Colours of a board. Given as values, not as style sheets, so that exported pictures look the same. */

export interface Palette {
  readonly surface: readonly [string, string];
  /** Colour of the grain; undefined for a plain board. */
  readonly grain: string | undefined;
  readonly line: string;
  readonly label: string;
  readonly shadow: number;
  readonly black: readonly [string, string, string];
  readonly white: readonly [string, string, string];
  readonly onBlack: string;
  readonly onWhite: string;
  readonly edge: string;
  readonly last: string;
  readonly five: string;
  readonly forbidden: string;
  readonly blocked: string;
  /** Over points where nothing may be played now. */
  readonly closed: string;
  readonly best: string;
  readonly good: string;
  readonly searched: string;
  readonly losing: string;
  readonly onMark: string;
}

const STONES = {
  black: ["#74767d", "#2a2b2f", "#0b0b0d"],
  white: ["#ffffff", "#f6f4ee", "#cdc8bb"],
  onBlack: "#f4f2ec",
  onWhite: "#1d1c1a",
  edge: "rgba(40,28,8,.35)",
  last: "#e0432f",
} as const;

const SIGNS = {
  five: "#2e9e5b",
  forbidden: "#b3261e",
  best: "#15733f",
  good: "#245a9c",
  searched: "#30557e",
  losing: "#b3261e",
  onMark: "#ffffff",
} as const;

export const WOOD: Palette = {
  ...STONES,
  ...SIGNS,
  surface: ["#ecc68a", "#dcae69"],
  grain: "#8a5a1e",
  line: "#5f431a",
  label: "#5a3f17",
  shadow: 0.42,
  blocked: "#7a5a2b",
  closed: "rgba(70,40,5,.3)",
};

export const DARK_WOOD: Palette = {
  ...STONES,
  ...SIGNS,
  surface: ["#b68a50", "#9c7240"],
  grain: "#4a2e0d",
  line: "#38240a",
  label: "#2a1a06",
  white: ["#f6f4ef", "#e9e5dc", "#b9b3a5"],
  shadow: 0.5,
  blocked: "#4f3714",
  closed: "rgba(20,10,0,.42)",
  forbidden: "#7d0f0a",
  losing: "#8f1710",
};

export const PLAIN: Palette = {
  ...STONES,
  ...SIGNS,
  surface: ["#fbfaf7", "#f4f2ec"],
  grain: undefined,
  line: "#8b867a",
  label: "#6a665c",
  shadow: 0.28,
  blocked: "#a8a294",
  closed: "rgba(60,55,40,.18)",
};

export const DARK_PLAIN: Palette = {
  ...STONES,
  ...SIGNS,
  surface: ["#34332f", "#2e2d29"],
  grain: undefined,
  line: "#77736a",
  label: "#a39e92",
  black: ["#5a5c63", "#1b1c1f", "#050506"],
  white: ["#f6f4ef", "#e9e5dc", "#b9b3a5"],
  edge: "rgba(255,255,255,.22)",
  shadow: 0.5,
  blocked: "#6a665c",
  closed: "rgba(0,0,0,.45)",
  forbidden: "#ff8a7e",
  losing: "#d8483c",
  searched: "#7da7d9",
};

export const paletteOf = (board: "wood" | "plain", isDark: boolean): Palette =>
  board === "wood" ? (isDark ? DARK_WOOD : WOOD) : isDark ? DARK_PLAIN : PLAIN;
