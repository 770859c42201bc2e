/** The grain of a wooden board: faint wavy lines, always the same for the same width. */

export interface GrainLine {
  readonly path: string;
  readonly width: number;
  readonly opacity: number;
}

/** A small repeatable generator of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const STEPS = 6;

/** Lines along a square board, denser in some bands, as year rings cut lengthwise are. */
export function grainOf(extent: number): GrainLine[] {
  const random = randomFrom(7);
  const lines: GrainLine[] = [];
  const bow = Array.from({ length: STEPS + 1 }, () => (random() - 0.5) * extent * 0.018);
  for (let y = -extent * 0.03; y < extent * 1.03; ) {
    const ring = 0.5 + 0.5 * Math.sin(y / (extent * 0.055));
    const wobble = () => (random() - 0.5) * extent * 0.003;
    const heights = bow.map((offset) => y + offset + wobble());
    lines.push({
      path: smooth(heights, extent),
      width: round(0.6 + random() * (1 + 2.2 * ring)),
      opacity: round(0.035 + 0.085 * random() * (0.4 + ring)),
    });
    y += extent * (0.0035 + 0.011 * random());
  }
  return lines;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** A curve through equally spaced heights, with level tangents. */
function smooth(heights: readonly number[], extent: number): string {
  const step = extent / STEPS;
  const at = (i: number) => `${Math.round(i * step)} ${(heights[i] ?? 0).toFixed(1)}`;
  let path = `M${at(0)}`;
  for (let i = 1; i < heights.length; i++) {
    const middle = Math.round((i - 0.5) * step);
    path += `C${middle} ${(heights[i - 1] ?? 0).toFixed(1)} ${middle} ${(heights[i] ?? 0).toFixed(1)} ${at(i)}`;
  }
  return path;
}
