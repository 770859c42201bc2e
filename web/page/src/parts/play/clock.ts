/** Clocks of a game: so much time at first, and more after each move. All in milliseconds. */

import { decimal } from "../../engine/numbers";
import type { Color } from "../../game/position";

export interface TimeControl {
  readonly base: number;
  readonly increment: number;
}

/** What of a game its clocks need. */
export interface ClockState {
  readonly time: TimeControl | undefined;
  /** Time taken for each move, and by whom. */
  readonly taken: readonly { readonly color: Color; readonly ms: number }[];
  /** Whose clock runs; undefined if none. */
  readonly running: Color | undefined;
  /** Since when it runs. */
  readonly since: number;
}

/** Time left of a side; undefined without a limit. Never negative. */
export function timeLeft(clock: ClockState, color: Color, now: number): number | undefined {
  if (!clock.time) return undefined;
  const own = clock.taken.filter((move) => move.color === color);
  const used = own.reduce((sum, { ms }) => sum + ms, 0);
  const thinking = clock.running === color ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock.time.base + clock.time.increment * own.length - used - thinking);
}

/** `9:05`, and tenths in the last ten seconds: `7.3`. */
export function clockText(ms: number): string {
  if (ms < 10_000) return decimal(Math.floor(ms / 100) / 10);
  const whole = Math.ceil(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(seconds).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

export const TIME_CONTROLS: readonly (TimeControl & { readonly name: string })[] = [
  { name: "3+2", base: 3 * 60_000, increment: 2000 },
  { name: "5+0", base: 5 * 60_000, increment: 0 },
  { name: "10+5", base: 10 * 60_000, increment: 5000 },
  { name: "30+0", base: 30 * 60_000, increment: 0 },
];

/** How long a full-strength engine may think about its next move. */
export function thinkingTime(time: TimeControl | undefined, left: number | undefined): number {
  if (!time || left === undefined) return 2000;
  return Math.min(10_000, Math.max(50, left / 25 + time.increment * 0.6), left / 3);
}
