/** Where games come in, and the list of those that are kept. */

import { useSignal } from "@preact/signals";
import { hashOf } from "../../app/route";
import { t } from "../../i18n";
import { Button, Select } from "../../ui/controls";
import { isDropping, known, problem, takeFiles, takeText } from "./intake";
import { games, isKeeping, removeGames, type StoredGame } from "./library";
import { cancel, EFFORT_NAMES, effort, failureOf, review, running, waiting } from "./running";
import { movesInWords } from "./words";

export function StartView({ isUnknown }: { isUnknown: boolean }) {
  return (
    <div class={`review-start${isDropping.value ? " dropping" : ""}`}>
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
      {known.value > 0 && (
        <p class="notice" role="status">
          {t("review.known", { count: known.value })}
        </p>
      )}
      <GameList />
    </div>
  );
}

function Intake() {
  const text = useSignal("");
  const read = async () => {
    const pasted = text.peek();
    if ((await takeText(pasted)) && text.peek() === pasted) text.value = "";
  };
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
        <Button disabled={text.value.trim() === ""} onClick={() => void read()}>
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
          {isKeeping.value ? <p class="muted small">{t("review.gamesHelp")}</p> : <NotKept />}
        </div>
        {running.value ? (
          <Button onClick={cancel}>{t("app.cancel")}</Button>
        ) : (
          open.length > 1 && (
            <Button onClick={() => review(open.map((game) => game.id))}>{t("review.all")}</Button>
          )
        )}
        {all.length > 1 && (
          <Button kind="quiet" icon="trash" label={t("review.removeAll")} onClick={removeAll} />
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

function removeAll(): void {
  const all = games.peek();
  if (confirm(t("review.removeAllAsk", { count: all.length }))) removeGames(all.map(({ id }) => id));
}

/** That games are lost with the page. */
export const NotKept = () => (
  <p class="notice" role="alert">
    {t("review.gamesNotKept")}
  </p>
);

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
      <Button
        kind="quiet"
        icon="trash"
        label={t("review.remove", { name })}
        onClick={() => removeGames([id])}
      />
    </li>
  );
}

function GameState({ stored: { id, review: found } }: { stored: StoredGame }) {
  const now = running.value;
  const failure = failureOf(id);
  if (now?.id === id && now.progress) {
    const { done, positions } = now.progress;
    return <progress value={done} max={positions} aria-label={t("review.thinking", { done, positions })} />;
  }
  if (now?.id === id || waiting.value.includes(id)) return <span class="muted small">…</span>;
  if (!found && failure) return <span class="failure small">{failure}</span>;
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
