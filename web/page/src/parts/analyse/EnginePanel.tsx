/** Start and stop, how far the search is, and what it found. */

import { percent, seconds, short } from "../../engine/numbers";
import { t } from "../../i18n";
import { Button, Stepper } from "../../ui/controls";
import { answer, running, searching, toggle } from "./analysis";
import { blackChance } from "./evaluations";
import { ruling, updateAddress } from "./game";
import { LinesTable } from "./LinesTable";
import { chooseLines, lines, MOST_LINES } from "./options";

export function EnginePanel() {
  const outcome = ruling.value?.outcome ?? "open";
  return (
    <section class="panel stack engine" aria-label={t("analyse.engine")}>
      <div class="row spread">
        <Button
          kind="primary"
          icon={running.value ? "stop" : "start"}
          disabled={!running.value && outcome !== "open"}
          onClick={toggle}
        >
          {t(running.value ? "analyse.stop" : "analyse.start")}
        </Button>
        <Stepper
          label={t("analyse.lineCount")}
          value={lines.value}
          least={1}
          most={MOST_LINES}
          onChange={(value) => {
            chooseLines(value);
            updateAddress();
          }}
        />
      </div>
      <WinBar />
      <LinesTable count={lines.value} />
      <Statistics />
    </section>
  );
}

function WinBar() {
  const best = answer.value?.lines[0];
  const toMove = answer.value?.to_move;
  const black = best && toMove ? blackChance(best, toMove) : undefined;
  const text =
    black === undefined ? t("analyse.noValue") : t("analyse.blackChance", { value: percent(black) });
  return (
    <div class="winbar" role="img" aria-label={text} title={text}>
      <div class="black" style={{ width: `${100 * (black ?? 0.5)}%` }}>
        {black !== undefined && black >= 0.15 && percent(black)}
      </div>
      <div class="white">{black !== undefined && black <= 0.85 && <span>{percent(1 - black)}</span>}</div>
    </div>
  );
}

function Statistics() {
  const found = answer.value;
  const facts: [string, string][] = [
    [t("analyse.nodes"), found ? short(found.nodes) : "–"],
    [t("analyse.speed"), found && found.time > 0 ? `${short((found.nodes / found.time) * 1000)}/s` : "–"],
    [t("analyse.time"), found ? seconds(found.time) : "–"],
  ];
  return (
    <dl class="facts" data-searching={searching.value}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
