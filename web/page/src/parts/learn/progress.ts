/** Which puzzles the visitor has solved. */

import { sharedByTabs } from "../../app/persist";

export interface Score {
  readonly solved: boolean;
  /** Wrong answers, all times. */
  readonly wrong: number;
}

type Scores = Readonly<Record<string, Score>>;

const isScore = (value: unknown): value is Score => {
  const score = value as Partial<Score> | null;
  return typeof score?.solved === "boolean" && Number.isInteger(score.wrong);
};

const read = (stored: unknown): Scores | undefined =>
  typeof stored === "object" && stored !== null
    ? Object.fromEntries(Object.entries(stored).filter(([, value]) => isScore(value)))
    : undefined;

export const scores = sharedByTabs<Scores>("puzzles", {}, read);

export const isSolved = (id: string): boolean => scores.value[id]?.solved ?? false;
export const isTried = (id: string): boolean => scores.value[id] !== undefined;

function change(id: string, update: (score: Score) => Score): void {
  const score = scores.peek()[id] ?? { solved: false, wrong: 0 };
  scores.value = { ...scores.peek(), [id]: update(score) };
}

export const markSolved = (id: string): void => change(id, (score) => ({ ...score, solved: true }));
export const markWrong = (id: string): void => change(id, (score) => ({ ...score, wrong: score.wrong + 1 }));
export const markHelped = (id: string): void => change(id, (score) => score);
