/** A proof as a game: the defender plays what it likes, the proof answers. */

import type { Attack, Proof } from "../../engine";

export interface Walk {
  readonly proof: Proof;
  /** The defences played. */
  readonly defences: readonly string[];
}

const attackOf = ({ proof }: Walk, number: number): Attack | undefined => proof.proof?.attacks[number];

/** The attacks so far, the last one waits for a defence. */
export function attacksOf(walk: Walk): Attack[] {
  const attacks: Attack[] = [];
  let attack = attackOf(walk, walk.proof.proof?.root ?? -1);
  if (attack) attacks.push(attack);
  for (const defence of walk.defences) {
    const next = attack?.answers[defence] ?? attack?.otherwise ?? -1;
    attack = attackOf(walk, next);
    if (!attack) break;
    attacks.push(attack);
  }
  return attacks;
}

/** Moves of both sides after the position that is proved. */
export function movesOf(walk: Walk): string[] {
  return attacksOf(walk).flatMap((attack, i) => {
    const defence = walk.defences[i];
    return defence === undefined ? [attack.move] : [attack.move, defence];
  });
}

/** What the defender is told. */
export interface Turn {
  readonly attack: Attack;
  /** Defences that need an answer of their own. */
  readonly named: readonly string[];
  /** The answer to all others; undefined if five has been made. */
  readonly otherwise: string | undefined;
  /** Moves of the attacker until five, at most. */
  readonly left: number;
}

export function turnOf(walk: Walk): Turn | undefined {
  const attack = attacksOf(walk).at(-1);
  if (!attack) return undefined;
  const otherwise = attack.otherwise === null ? undefined : attackOf(walk, attack.otherwise)?.move;
  return { attack, named: Object.keys(attack.answers), otherwise, left: Math.floor(attack.win_in / 2) };
}
