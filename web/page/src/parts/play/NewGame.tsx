/** What the next game is played by. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { oneOf, persisted } from "../../app/persist";
import { getEngine } from "../../engine";
import { RULES, type Rule } from "../../game/position";
import { t } from "../../i18n";
import { Button, Select, Stepper } from "../../ui/controls";
import { TIME_CONTROLS, type TimeControl } from "./clock";
import { ALWAYS, type Opening } from "./opening";
import type { GameSetup, Player } from "./session";
import { begin, isBeginning, lastSetup, message, waiting } from "./store";

const SIDES = ["black", "white", "random", "both"] as const;
type Side = (typeof SIDES)[number];
/** Stones ahead are for the weaker side: the visitor. */
const SIDES_AHEAD: readonly Side[] = ["black", "both"];

/** What was chosen last: the players of the last game do not tell whether it was left to chance. */
const lastSide = persisted<Side>("play.side", "black", oneOf(SIDES));

const SIZES = Array.from({ length: 18 }, (_, i) => i + 5);

interface Form {
  side: Side;
  level: number;
  rule: Rule;
  size: number;
  opening: Opening;
  handicap: number;
  clock: string;
}

function formOf(setup: GameSetup | undefined): Form {
  const side = lastSide.peek();
  if (!setup) {
    return { side, level: 3, rule: "freestyle", size: 15, opening: "free", handicap: 2, clock: "" };
  }
  const { players, rule, size, opening, handicap, time } = setup;
  const level = [players.second, players.first].find((player) => player !== "human");
  return {
    side,
    level: typeof level === "number" ? level : 3,
    rule,
    size,
    opening,
    handicap: Math.max(2, handicap),
    clock:
      TIME_CONTROLS.find(({ base, increment }) => base === time?.base && increment === time.increment)
        ?.name ?? "",
  };
}

const sidesOf = (opening: Opening): readonly Side[] => (opening === "handicap" ? SIDES_AHEAD : SIDES);

/** The side that is played: what was chosen stays for other openings. */
const sideOf = ({ side, opening }: Form): Side => (sidesOf(opening).includes(side) ? side : "black");

function playersOf(form: Form): GameSetup["players"] {
  const side = sideOf(form);
  const engine: Player = form.level;
  if (side === "both") return { first: "human", second: "human" };
  const isFirst = side === "black" || (side === "random" && Math.random() < 0.5);
  return isFirst ? { first: "human", second: engine } : { first: engine, second: "human" };
}

function setupOf(form: Form): GameSetup {
  const time: TimeControl | undefined = TIME_CONTROLS.find(({ name }) => name === form.clock);
  return {
    rule: form.rule,
    size: form.size,
    players: playersOf(form),
    time: time && { base: time.base, increment: time.increment },
    opening: form.opening,
    handicap: form.opening === "handicap" ? form.handicap : 0,
    seed: Math.floor(Math.random() * 2 ** 31),
  };
}

const clockName = ({ base, increment }: TimeControl): string =>
  increment === 0
    ? t("play.minutes", { minutes: base / 60_000 })
    : t("play.minutesPlus", { minutes: base / 60_000, seconds: increment / 1000 });

/** The openings that fit the rule and the board, with the handicap, which the engine does not know. */
function useOpenings(rule: Rule, size: number): readonly Opening[] {
  const fitting = useSignal<readonly Opening[]>(ALWAYS);
  useEffect(() => {
    let isCurrent = true;
    getEngine()
      .then((engine) => engine.openings({ rule, size }))
      .then((names) => {
        if (isCurrent) fitting.value = [...names, "handicap"];
      })
      .catch(() => {
        // Without an engine there are no openings; the shell says why.
      });
    return () => {
      isCurrent = false;
    };
  }, [rule, size, fitting]);
  return fitting.value;
}

export function NewGame() {
  const form = useSignal(formOf(lastSetup.peek()));
  const now = form.value;
  const change = (part: Partial<Form>) => {
    form.value = { ...form.peek(), ...part };
  };
  const start = () => {
    lastSide.value = form.peek().side;
    begin(setupOf(form.peek()));
  };
  const fitting = useOpenings(now.rule, now.size);
  // What was chosen stays until the engine has said that it does not fit.
  const openings = fitting === ALWAYS ? [...new Set([...fitting, now.opening])] : fitting;
  useEffect(() => {
    if (!openings.includes(now.opening)) change({ opening: "free" });
  });
  return (
    <section class="panel stack new-game" aria-label={t("play.new")}>
      <h2>{t("play.new")}</h2>
      <Select
        withLabel
        label={t("play.side")}
        value={sideOf(now)}
        options={sidesOf(now.opening).map((side) => [side, t(`play.side.${side}`)] as const)}
        onChange={(side) => change({ side })}
      />
      {now.side !== "both" && (
        <div class="stack tight">
          <label class="level">
            <span>{t("play.level", { level: now.level })}</span>
            <input
              type="range"
              min={1}
              max={10}
              value={now.level}
              aria-label={t("play.levelLabel")}
              onInput={(event) => change({ level: Number(event.currentTarget.value) })}
            />
          </label>
          <p class="muted small">{t("play.levelHelp")}</p>
        </div>
      )}
      <Select
        withLabel
        label={t("rule.label")}
        value={now.rule}
        options={RULES.map((rule) => [rule, t(`rule.${rule}`)] as const)}
        onChange={(rule) =>
          change({
            rule,
            opening: rule === "renju" ? "middle" : now.opening === "middle" ? "free" : now.opening,
          })
        }
      />
      <Select
        withLabel
        label={t("size.label")}
        value={now.size}
        options={SIZES.map((size) => [size, `${size}×${size}`] as const)}
        onChange={(size) => change({ size })}
      />
      <Select
        withLabel
        label={t("play.opening")}
        value={now.opening}
        options={openings.map((opening) => [opening, t(`play.opening.${opening}`)] as const)}
        onChange={(opening) => change({ opening })}
      />
      <p class="muted small">{t(`play.openingHelp.${now.opening}`)}</p>
      {now.opening === "handicap" && (
        <Stepper
          label={t("play.handicap")}
          value={now.handicap}
          least={2}
          most={5}
          onChange={(handicap) => change({ handicap })}
        />
      )}
      <Select
        withLabel
        label={t("play.clock")}
        value={now.clock}
        options={[
          ["", t("play.noClock")] as const,
          ...TIME_CONTROLS.map((time) => [time.name, clockName(time)] as const),
        ]}
        onChange={(clock) => change({ clock })}
      />
      {message.value && (
        <p class="notice" role="alert">
          {message}
        </p>
      )}
      <Button kind="primary" busy={isBeginning.value} onClick={start}>
        {t("play.start")}
      </Button>
      <Waiting />
    </section>
  );
}

export const Waiting = () => (waiting.value ? <p class="muted small">{waiting}</p> : null);
