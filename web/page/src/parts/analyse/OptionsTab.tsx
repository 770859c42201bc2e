/** How the engine analyses and what the board shows. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { coordinates, numbers } from "../../app/settings";
import { getEngine, type Version } from "../../engine";
import { t } from "../../i18n";
import { Select, Switch } from "../../ui/controls";
import { MEMORY, memory, ponder, showForbidden, showMarks, TIMES, threads, time } from "./options";

export function OptionsTab() {
  const version = useSignal<Version | undefined>(undefined);
  useEffect(() => {
    getEngine()
      .then((engine) => engine.version())
      .then((found) => {
        version.value = found;
      })
      .catch(() => {
        // The shell says why there is no engine.
      });
  }, [version]);
  const most = Math.max(1, version.value?.threads ?? 1);
  const memories = MEMORY.filter((mib) => mib <= Math.max(16, version.value?.memory ?? 16));
  return (
    <div class="stack tight">
      <Select
        withLabel
        label={t("analyse.timeLimit")}
        value={time.value}
        options={TIMES.map((ms) => [ms, ms === 0 ? t("analyse.noLimit") : `${ms / 1000} s`] as const)}
        onChange={(value) => {
          time.value = value;
        }}
      />
      <Select
        withLabel
        label={t("analyse.threads")}
        value={Math.min(threads.value, most)}
        options={Array.from({ length: most }, (_, i) => [i + 1, String(i + 1)] as const)}
        disabled={most === 1}
        onChange={(value) => {
          threads.value = value;
        }}
      />
      <Select
        withLabel
        label={t("analyse.memory")}
        value={memories.filter((mib) => mib <= memory.value).at(-1) ?? MEMORY[0]}
        options={memories.map((mib) => [mib, `${mib} MiB`] as const)}
        onChange={(value) => {
          memory.value = value;
        }}
      />
      <Switch value={ponder}>{t("analyse.ponder")}</Switch>
      <Switch value={showMarks}>{t("analyse.showMarks")}</Switch>
      <Switch value={showForbidden}>{t("analyse.showForbidden")}</Switch>
      <Switch value={numbers}>{t("settings.numbers")}</Switch>
      <Switch value={coordinates}>{t("settings.coordinates")}</Switch>
      {version.value && (
        <p class="muted small">
          {version.value.name} {version.value.program} · {version.value.engine}
        </p>
      )}
    </div>
  );
}
