/** Where games come in, and the list of those that are kept. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { announce } from "../../app/announce";
import { hashOf, navigate } from "../../app/route";
import { reasonInWords } from "../../engine/phrase";
import { plural, t } from "../../i18n";
import { Button, Select } from "../../ui/controls";
import { takesText } from "../../ui/keys";
import { addGames, games, removeGame, type StoredGame } from "./library";
import { ReadError, type ReadGame, readFile, readText } from "./read";
import { cancel, EFFORT_NAMES, effort, problem, review, running, waiting } from "./running";
import { movesInWords } from "./words";

/** Most games that are kept at once. */
const MOST_GAMES = 500;

/** Keeps games that are read, and tells what was not; a single one is opened and reviewed at once. */
async function take(...reads: Promise<ReadGame[]>[]): Promise<void> {
  problem.value = "";
  const ends = await Promise.allSettled(reads);
  const found = ends.flatMap((end) => (end.status === "fulfilled" ? end.value : []));
  const problems = ends.flatMap((end) => (end.status === "rejected" ? problemOf(end.reason) : []));
  const added = addGames(found.slice(0, MOST_GAMES));
  if (added.length < found.length) {
    problems.push(t("review.tooMany", { kept: added.length, count: found.length }));
  }
  problem.value = problems.join(" ");
  if (added.length > 0) announce(plural("review.fromFile", added.length));
  const [only] = added;
  if (!only || added.length > 1 || problems.length > 0) return;
  review([only.id]);
  navigate("review", [only.id, "0"]);
}

const problemOf = (error: unknown): string =>
  error instanceof ReadError ? error.message : t("app.failed", { reason: reasonInWords(error) });

const takeText = (text: string) => take(readText(text));
const takeFiles = (files: Iterable<File>) => take(...[...files].map(readFile));

export function StartView({ isUnknown }: { isUnknown: boolean }) {
  const isOver = useSignal(false);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (takesText(event.target) || text.trim() === "") return;
      event.preventDefault();
      void takeText(text);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen by the button as well
    <div
      class={`review-start${isOver.value ? " dropping" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        const { files = [], getData } = event.dataTransfer ?? {};
        if (files.length > 0) void takeFiles(files);
        else if (getData) void takeText(event.dataTransfer?.getData("text/plain") ?? "");
      }}
    >
      <h1 class="visually-hidden">{t("part.review")}</h1>
      <Intake />
      {isUnknown && (
        <p class="notice bad" role="alert">
          {t("review.unknown")}
        </p>
      )}
      {problem.value && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <GameList />
    </div>
  );
}

function Intake() {
  const text = useSignal("");
  return (
    <section class="panel intake">
      <Drawing />
      <h2>{t("review.intro")}</h2>
      <p class="muted">{t("review.formats")}</p>
      <div class="row intake-actions">
        <label class="button primary file">
          {t("review.open")}
          <input
            type="file"
            multiple
            class="visually-hidden"
            accept=".psq,.sgf,.lib,.txt,.pos,.rec"
            onChange={async (event) => {
              const input = event.currentTarget;
              await takeFiles(input.files ?? []);
              input.value = "";
            }}
          />
        </label>
        <Select
          label={t("review.effort")}
          value={effort.value}
          options={EFFORT_NAMES.map((key) => [key, t(`review.effort.${key}`)] as const)}
          onChange={(key) => {
            effort.value = key;
          }}
        />
      </div>
      <div class="paste">
        <textarea
          rows={2}
          aria-label={t("review.paste")}
          placeholder={t("review.pasteHelp")}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <Button
          disabled={text.value.trim() === ""}
          onClick={() => {
            void takeText(text.peek());
            text.value = "";
          }}
        >
          {t("review.read")}
        </Button>
      </div>
    </section>
  );
}

/** A curve that falls: what this part is about. */
function Drawing() {
  return (
    <svg class="intake-drawing" viewBox="0 0 120 48" aria-hidden="true">
      <path d="M4 24h112" class="middle" />
      <path d="M4 24C24 20 34 16 46 15s18-1 22-2l8 26c10 4 22 4 40 5" class="curve" />
      <circle cx="68" cy="13" r="4.5" class="spot" />
    </svg>
  );
}

function GameList() {
  const all = games.value;
  if (all.length === 0) return null;
  const open = all.filter((game) => !game.review);
  return (
    <section class="stack">
      <div class="row">
        <div class="grow">
          <h2>{t("review.games")}</h2>
          <p class="muted small">{t("review.gamesHelp")}</p>
        </div>
        {running.value ? (
          <Button onClick={cancel}>{t("app.cancel")}</Button>
        ) : (
          open.length > 1 && (
            <Button onClick={() => review(open.map((game) => game.id))}>{t("review.all")}</Button>
          )
        )}
      </div>
      <ul class="games">
        {all.map((game) => (
          <GameRow key={game.id} stored={game} />
        ))}
      </ul>
    </section>
  );
}

function GameRow({ stored }: { stored: StoredGame }) {
  const { id, name, game, review: found } = stored;
  const result = game.result && t(`review.result.${game.result}`);
  return (
    <li>
      <a href={hashOf("review", [id, "0"])} onClick={() => found || review([id])}>
        <strong>{name}</strong>
        <span class="muted small">
          {[`${game.size}×${game.size}`, movesInWords(game.moves.length), result].filter(Boolean).join(" · ")}
        </span>
      </a>
      <GameState stored={stored} />
      <Button kind="quiet" icon="trash" label={t("review.remove", { name })} onClick={() => removeGame(id)} />
    </li>
  );
}

function GameState({ stored: { id, review: found } }: { stored: StoredGame }) {
  const now = running.value;
  if (now?.id === id && now.progress) {
    const { done, positions } = now.progress;
    return <progress value={done} max={positions} aria-label={t("review.thinking", { done, positions })} />;
  }
  if (now?.id === id || waiting.value.includes(id)) return <span class="muted small">…</span>;
  if (!found) return <span class="muted small">{t("review.notReviewed")}</span>;
  const accuracy = (value: number | null) => (value === null ? "–" : `${Math.round(value)}`);
  return (
    <span class="accuracies small" title={t("review.accuracy")}>
      <span class="chip black" aria-hidden="true" />
      <span class="visually-hidden">{t("color.black")}</span>
      {accuracy(found.black.accuracy)}
      <span class="chip white" aria-hidden="true" />
      <span class="visually-hidden">{t("color.white")}</span>
      {accuracy(found.white.accuracy)}
    </span>
  );
}
