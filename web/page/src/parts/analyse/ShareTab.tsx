/** Copying, pasting and saving positions and pictures. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { announce } from "../../app/announce";
import { palette } from "../../app/settings";
import { gifOf, pngOf, saveFile, svgOf } from "../../board/picture";
import { type GameFormat, getEngine } from "../../engine";
import { gameOfLine, gameOfPosition, gameOfTree, holdsLess } from "../../engine/convert";
import { reasonInWords } from "../../engine/phrase";
import { t } from "../../i18n";
import { Button, Select } from "../../ui/controls";
import { openFile, openText } from "./analysis";
import { notice, position, shareUrl, tree } from "./game";
import { lines } from "./options";
import { pictureView } from "./views";

const FORMATS = ["address", "moves", "line", "psq", "sgf"] as const;
type Format = (typeof FORMATS)[number];

/** The position in a format, for the clipboard. */
async function written(format: Format): Promise<string> {
  if (format === "address") return shareUrl();
  const game = gameOfPosition(position.peek());
  const moves = game.moves.join("");
  if (format === "moves") return moves;
  if (format === "line") return `${game.rule} ${game.size} ${moves}`;
  const engine = await getEngine();
  return new TextDecoder().decode(await engine.write(game, format));
}

export function ShareTab() {
  return (
    <div class="stack">
      <CopyField />
      <PasteField />
      <Pictures />
    </div>
  );
}

function CopyField() {
  const format = useSignal<Format>("address");
  const text = useSignal("");
  /** Why there is no text. */
  const refusal = useSignal("");
  const now = position.value;
  useEffect(() => {
    let isCurrent = true;
    const show = (result: string, reason = "") => {
      if (!isCurrent) return;
      text.value = result;
      refusal.value = reason;
    };
    written(format.value).then(show, (error: unknown) => show("", reasonInWords(error)));
    return () => {
      isCurrent = false;
    };
  }, [format.value, now, lines.value, text, refusal]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.peek());
      announce(t("analyse.copied"));
      notice.value = t("analyse.copied");
    } catch {
      notice.value = t("analyse.notCopied");
    }
  };
  return (
    <div class="stack tight">
      <div class="row">
        <h2 class="minor grow">{t("analyse.copyHead")}</h2>
        <Select
          label={t("analyse.format")}
          value={format.value}
          options={FORMATS.map((key) => [key, t(`analyse.format.${key}`)] as const)}
          onChange={(key) => {
            format.value = key;
          }}
        />
        <Button icon="copy" disabled={refusal.value !== ""} onClick={() => void copy()}>
          {t("analyse.copy")}
        </Button>
      </div>
      {refusal.value ? (
        <p class="notice">{refusal}</p>
      ) : (
        <textarea
          readOnly
          rows={format.value === "psq" || format.value === "sgf" ? 5 : 2}
          aria-label={t(`analyse.format.${format.value}`)}
          value={text.value}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <div class="row">
        <SaveGame format="psq" />
        <SaveGame format="sgf" />
        {now.setup.rule === "renju" && <SaveGame format="renlib" />}
      </div>
    </div>
  );
}

/** Saves the game as a file: all of it where the format holds that, else the line shown, to its end. */
function SaveGame({ format }: { format: GameFormat }) {
  const extension = format === "renlib" ? "lib" : format;
  const save = async () => {
    try {
      const engine = await getEngine();
      const all = gameOfTree(tree.peek());
      const game = format === "psq" ? gameOfLine(tree.peek()) : all;
      const bytes = await engine.write(game, format);
      const name = `game.${extension}`;
      saveFile(new Blob([bytes as BlobPart]), name);
      const [saved] = await engine.read(bytes, name);
      // The last moves may tell the result.
      const { result, ...rest } = all;
      const beside = result === saved?.result ? rest : all;
      const hasMore = format === "psq" && all.nodes.length > game.moves.length;
      notice.value = [
        hasMore && t("analyse.lineOnly"),
        holdsLess(beside, format) && t("analyse.holdsLess", { format: `.${extension}` }),
      ]
        .filter(Boolean)
        .join(" ");
    } catch (error) {
      notice.value = t("app.failed", { reason: reasonInWords(error) });
    }
  };
  return (
    <Button kind="quiet" onClick={() => void save()}>
      {t("analyse.save", { format: `.${extension}` })}
    </Button>
  );
}

function PasteField() {
  const text = useSignal("");
  const open = async () => {
    const pasted = text.peek();
    if ((await openText(pasted)) && text.peek() === pasted) text.value = "";
  };
  return (
    <div class="stack tight">
      <h2 class="minor">{t("analyse.pasteHead")}</h2>
      <textarea
        rows={2}
        aria-label={t("analyse.pasteHead")}
        placeholder={t("analyse.pasteHelp")}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <div class="row">
        <Button onClick={() => void open()} disabled={text.value.trim() === ""}>
          {t("analyse.open")}
        </Button>
        <label class="button file">
          {t("analyse.openFile")}
          <input
            type="file"
            class="visually-hidden"
            accept=".psq,.sgf,.lib,.txt,.pos"
            onChange={async (event) => {
              const input = event.currentTarget;
              const file = input.files?.[0];
              if (file) await openFile(file);
              input.value = "";
            }}
          />
        </label>
      </div>
    </div>
  );
}

const PIXELS = 1200;
const GIF_PIXELS = 600;
const GIF_DELAY = 700;

function Pictures() {
  const busy = useSignal(false);
  const make = async (name: string, picture: () => Promise<Blob>) => {
    busy.value = true;
    try {
      saveFile(await picture(), name);
    } catch (error) {
      notice.value = t("app.failed", { reason: reasonInWords(error) });
    } finally {
      busy.value = false;
    }
  };
  const animation = () => {
    const { setup, moves } = position.peek();
    const views = moves.map((_, i) => pictureView({ setup, moves: moves.slice(0, i + 1) }));
    return gifOf(views, palette.peek(), GIF_PIXELS, GIF_DELAY);
  };
  return (
    <div class="stack tight">
      <h2 class="minor">{t("analyse.pictureHead")}</h2>
      <div class="row">
        <Button
          disabled={busy.value}
          onClick={() =>
            void make("board.png", () => pngOf(pictureView(position.peek()), palette.peek(), PIXELS))
          }
        >
          PNG
        </Button>
        <Button
          disabled={busy.value}
          onClick={() =>
            void make("board.svg", async () => {
              const svg = svgOf(pictureView(position.peek()), palette.peek(), PIXELS);
              return new Blob([svg], { type: "image/svg+xml" });
            })
          }
        >
          SVG
        </Button>
        <Button
          disabled={busy.value || position.value.moves.length === 0}
          onClick={() => void make("game.gif", animation)}
        >
          {t("analyse.animation")}
        </Button>
      </div>
    </div>
  );
}
