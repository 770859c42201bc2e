/** The shell: navigation, settings, and the part that the address names. */

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { engineFailure } from "../engine";
import { t } from "../i18n";
import { AnalysePart } from "../parts/analyse/AnalysePart";
import { PlayPart } from "../parts/play/PlayPart";
import { Button } from "../ui/controls";
import { announcement } from "./announce";
import { lazily } from "./lazily";
import { update } from "./offline";
import { isKeeping } from "./persist";
import { hashOf, PARTS, type Part, route } from "./route";
import { SettingsDialog } from "./SettingsDialog";
import { isDark, theme } from "./settings";

/** A part gets what follows its name in the address. */
export interface PartProps {
  rest: readonly string[];
}

const LearnPart = lazily(() => import("../parts/learn/LearnPart").then((module) => module.LearnPart));
const ReviewPart = lazily(() => import("../parts/review/ReviewPart").then((module) => module.ReviewPart));

const COMPONENTS: Record<Part, ComponentType<PartProps>> = {
  analyse: AnalysePart,
  play: PlayPart,
  review: ReviewPart,
  learn: LearnPart,
};

export function App() {
  const { part, rest } = route.value;
  const Component = COMPONENTS[part];
  const showSettings = useSignal(false);
  const title = `${t(`part.${part}`)} · ${t("app.name")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    document.addEventListener("dragover", keepFilesHere);
    document.addEventListener("drop", keepFilesHere);
  }, []);
  return (
    <>
      <header class="bar">
        <a class="brand" href={hashOf("analyse")} aria-label={t("app.name")}>
          <Mark />
          <span>{t("app.name")}</span>
        </a>
        <nav aria-label={t("app.parts")}>
          {PARTS.map((name) => (
            <a key={name} href={hashOf(name)} aria-current={name === part ? "page" : undefined}>
              {t(`part.${name}`)}
            </a>
          ))}
        </nav>
        <div class="bar-end">
          <Button
            kind="quiet"
            icon={isDark.value ? "sun" : "moon"}
            label={t(isDark.value ? "settings.theme.light" : "settings.theme.dark")}
            onClick={() => {
              theme.value = isDark.value ? "light" : "dark";
            }}
          />
          <Button
            kind="quiet"
            icon="settings"
            label={t("app.settings")}
            onClick={() => {
              showSettings.value = true;
            }}
          />
        </div>
      </header>
      <UpdateNotice />
      {engineFailure.value && (
        <p class="notice bad update" role="alert">
          {t("app.engineFailed", { reason: engineFailure.value })}
        </p>
      )}
      {!isKeeping.value && (
        <p class="notice update" role="alert">
          {t("app.notKept")}
        </p>
      )}
      <main>
        <Component rest={rest} />
      </main>
      <div class="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </div>
      {showSettings.value && (
        <SettingsDialog
          onClose={() => {
            showSettings.value = false;
          }}
        />
      )}
    </>
  );
}

/** A file that is dropped where no part takes it replaces no page. */
const keepFilesHere = (event: DragEvent) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
};

function UpdateNotice() {
  const take = update.value;
  return take ? (
    <div class="notice update row spread" role="status">
      {t("app.update")}
      <Button kind="primary" onClick={take}>
        {t("app.reload")}
      </Button>
    </div>
  ) : null;
}

/** Two standing stones and a capstone: a dolmen. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M3.5 9.5q12.5-6.5 25 0l-1 4.2q-11.5-2.6-23 0z" />
      <path d="M7.5 15.5l4.8-.8-.6 12.8H6.3zM24.5 15.5l-4.8-.8.6 12.8h5.4z" />
    </svg>
  );
}
