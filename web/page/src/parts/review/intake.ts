/** Games that are opened, dropped, or pasted anywhere in this part. */

import { signal } from "@preact/signals";
import { announce } from "../../app/announce";
import { navigate, route } from "../../app/route";
import { reasonInWords } from "../../engine/phrase";
import { plural, saying, t } from "../../i18n";
import { takesText } from "../../ui/keys";
import { addGames } from "./library";
import { ReadError, type ReadGames, readFile, readText } from "./read";
import { review } from "./running";

/** Most games that are added at once. */
const MOST_GAMES = 500;

/** What was not read last, for people. */
export const problem = saying();
/** How many of several games were kept already. */
export const known = signal(0);
/** Whether something is dragged over the page that would be read. */
export const isDropping = signal(false);

/**
 * Keeps games that are read, and tells what was not; a single one is opened and reviewed at once. False
 * if there is none.
 */
async function take(...reads: Promise<ReadGames>[]): Promise<boolean> {
  problem.value = "";
  known.value = 0;
  const ends = await Promise.allSettled(reads);
  const found = ends.flatMap((end) => (end.status === "fulfilled" ? end.value.games : []));
  const problems = ends.flatMap((end) =>
    end.status === "fulfilled" ? end.value.problems : problemOf(end.reason),
  );
  const { kept, added, all } = await addGames(found, MOST_GAMES);
  if (kept.length < all) {
    problems.push(t("review.tooMany", { kept: kept.length, count: all }));
  }
  problem.value = problems.join(" ");
  const [only] = kept;
  if (!only) return false;
  announce(plural("review.fromFile", kept.length));
  if (kept.length > 1) known.value = kept.length - added;
  if (kept.length > 1 || problems.length > 0) {
    // From a game to the list that they are in.
    if (route.peek().part === "review") navigate("review");
    return true;
  }
  if (!only.review) review([only.id]);
  navigate("review", [only.id, "0"]);
  return true;
}

const problemOf = (error: unknown): string =>
  error instanceof ReadError ? error.message : t("app.failed", { reason: reasonInWords(error) });

export const takeText = (text: string) => take(readText(text));
export const takeFiles = (files: Iterable<File>) => take(...[...files].map(readFile));

/** Listens until the returned function is called. */
export function listenToGames(): () => void {
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (takesText(event.target) || text.trim() === "") return;
    event.preventDefault();
    void takeText(text);
  };
  // Links and text of the page itself are no games.
  let isOwn = false;
  const onDragStart = () => {
    isOwn = true;
  };
  const onDragEnd = () => {
    isOwn = false;
  };
  const onDragOver = (event: DragEvent) => {
    if (isOwn) return;
    event.preventDefault();
    isDropping.value = true;
  };
  const onDragLeave = ({ relatedTarget }: DragEvent) => {
    if (!relatedTarget) isDropping.value = false;
  };
  const onDrop = (event: DragEvent) => {
    if (isOwn) return;
    event.preventDefault();
    isDropping.value = false;
    const { dataTransfer } = event;
    if (dataTransfer?.files.length) void takeFiles(dataTransfer.files);
    else void takeText(dataTransfer?.getData("text/plain") ?? "");
  };
  const control = new AbortController();
  const options = { signal: control.signal };
  document.addEventListener("paste", onPaste, options);
  document.addEventListener("dragstart", onDragStart, options);
  document.addEventListener("dragend", onDragEnd, options);
  document.addEventListener("dragover", onDragOver, options);
  document.addEventListener("dragleave", onDragLeave, options);
  document.addEventListener("drop", onDrop, options);
  return () => control.abort();
}
