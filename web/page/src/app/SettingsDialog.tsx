/** Choices for the whole page. */

import { chosenLanguage, languageFailure, type TextKey, t } from "../i18n";
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
        {languageFailure.value && (
          <p class="notice bad" role="alert">
            {t("app.failed", { reason: languageFailure.value })}
          </p>
        )}
        <Switch value={coordinates}>{t("settings.coordinates")}</Switch>
        <Switch value={numbers}>{t("settings.numbers")}</Switch>
        <Switch value={twoStep}>{t("settings.twoStep")}</Switch>
        <Switch value={sound}>{t("settings.sound")}</Switch>
      </div>
      <Keys />
    </Dialog>
  );
}

const STEPS = ["← → Home End", "keys.steps"] as const;
const PASTE = ["Ctrl+V", "keys.paste"] as const;

/** By the part where they work. */
const KEYS: readonly (readonly [part: TextKey, keys: readonly (readonly [string, TextKey])[]])[] = [
  ["settings.board", [["↑ ↓ ← → Enter", "keys.board"]]],
  [
    "part.analyse",
    [
      STEPS,
      PASTE,
      ["a", "keys.analyse"],
      ["n", "keys.numbers"],
      ["Delete", "keys.remove"],
      ["b", "keys.block"],
    ],
  ],
  [
    "part.review",
    [
      STEPS,
      PASTE,
      ["m", "review.nextMistake"],
      ["r", "review.refute"],
      ["b", "review.better"],
      ["g", "review.backToGame"],
    ],
  ],
  [
    "learn.puzzles",
    [
      ["←", "nav.back"],
      ["→", "nav.forward"],
      ["h", "learn.hint"],
      ["r", "learn.retry"],
      ["s", "learn.solution"],
      ["n", "learn.next"],
    ],
  ],
  ["learn.explain", [["←", "learn.undo"]]],
  [
    "learn.proof",
    [
      ["←", "learn.undo"],
      ["Home", "learn.restart"],
    ],
  ],
];

function Keys() {
  return (
    <details class="keys">
      <summary>{t("keys.title")}</summary>
      {KEYS.map(([part, keys]) => (
        <section key={part}>
          <h3>{t(part)}</h3>
          <dl>
            {keys.map(([key, text]) => (
              <div key={text}>
                <dt>{key}</dt>
                <dd>{t(text)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </details>
  );
}
