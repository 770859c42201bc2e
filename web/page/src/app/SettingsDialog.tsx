/** Choices for the whole page. */

import { chosenLanguage, t } from "../i18n";
import { LANGUAGES, NAMES } from "../i18n/languages";
import { Select, Switch } from "../ui/controls";
import { Dialog } from "../ui/Dialog";
import { BOARDS, boardLook, coordinates, numbers, sound, THEMES, theme, twoStep } from "./settings";

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("app.settings")} onClose={onClose}>
      <div class="stack">
        <Select
          withLabel
          label={t("settings.theme")}
          value={theme.value}
          options={THEMES.map((key) => [key, t(`settings.theme.${key}`)] as const)}
          onChange={(key) => {
            theme.value = key;
          }}
        />
        <Select
          withLabel
          label={t("settings.board")}
          value={boardLook.value}
          options={BOARDS.map((key) => [key, t(`settings.board.${key}`)] as const)}
          onChange={(key) => {
            boardLook.value = key;
          }}
        />
        <Select
          withLabel
          label={t("settings.language")}
          value={chosenLanguage.value}
          options={[
            ["auto", t("settings.language.auto")] as const,
            ...LANGUAGES.map((key) => [key, NAMES[key]] as const),
          ]}
          onChange={(key) => {
            chosenLanguage.value = key;
          }}
        />
        <Switch value={coordinates}>{t("settings.coordinates")}</Switch>
        <Switch value={numbers}>{t("settings.numbers")}</Switch>
        <Switch value={twoStep}>{t("settings.twoStep")}</Switch>
        <Switch value={sound}>{t("settings.sound")}</Switch>
      </div>
      <Keys />
    </Dialog>
  );
}

const KEYS = [
  ["← → Home End", "keys.steps"],
  ["a", "keys.analyse"],
  ["n", "keys.numbers"],
  ["Delete", "keys.remove"],
  ["Ctrl+V", "keys.paste"],
  ["↑ ↓ ← → Enter", "keys.board"],
  ["b", "keys.block"],
] as const;

function Keys() {
  return (
    <details class="keys">
      <summary>{t("keys.title")}</summary>
      <dl>
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>{keys}</dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
