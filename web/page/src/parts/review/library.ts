/** The visitor's games with their reviews, kept in the browser's database. */

import { signal } from "@preact/signals";
import { createStore, delMany, entries, set, update } from "idb-keyval";
import type { Game, Review } from "../../engine";
import { removeBlunders } from "../learn/own";

export interface StoredGame {
  readonly id: string;
  readonly name: string;
  readonly game: Game;
  /** Milliseconds since 1970. */
  readonly added: number;
  readonly review?: Review;
}

/** The newest first. */
export const games = signal<readonly StoredGame[]>([]);

const store = createStore("dolmen-games", "games");

/** Whether the browser has kept all games so far; if not, the others live as long as the page. */
export const isKeeping = signal(true);

/** Tells other tabs which games are removed. */
const removals = new BroadcastChannel("dolmen-games");
removals.onmessage = ({ data: ids }: MessageEvent<readonly string[]>) => forget(ids);

/** Goes on without a database, which may be refused at once or later. */
const quietly = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch {}
};

async function keep(game: StoredGame): Promise<void> {
  try {
    await set(game.id, game, store);
  } catch {
    isKeeping.value = false;
  }
}

/** Keeps a game that has changed, unless another tab has removed it. */
async function keepChanged(game: StoredGame): Promise<void> {
  let isThere = true;
  const renewed = (kept: StoredGame | undefined) => {
    isThere = kept !== undefined;
    if (!isThere) throw new Error("the game was removed");
    return game;
  };
  try {
    await update(game.id, renewed, store);
  } catch {
    if (isThere) isKeeping.value = false;
  }
}

/** Fetches the games that were kept, by earlier visits or by another tab meanwhile. */
export const readLibrary = (): Promise<void> =>
  quietly(async () => {
    const found = await entries<string, StoredGame>(store);
    const known = new Set(games.peek().map((game) => game.id));
    games.value = [...games.peek(), ...found.map(([, game]) => game).filter(({ id }) => !known.has(id))].sort(
      (a, b) => b.added - a.added,
    );
  });

/** Fulfilled when the games of earlier visits are there. */
export const libraryReady = readLibrary();

/** The same of two games that are the same; older versions kept no details. */
const keyOf = ({ rule, size, moves, black, white, times, opened, result, details = [] }: Game): string =>
  JSON.stringify([rule, size, moves, black, white, times, opened, result, details]);

/** When games were added last, in milliseconds: never the same for two additions, as ids are made of it. */
let lastAdded = 0;

/**
 * Keeps games that are not kept yet, at most so many; ids are made here. Returns the games that are kept then,
 * in order, each once, how many of them are new, and how many of all there are.
 */
export async function addGames(
  found: readonly { name: string; game: Game }[],
  most = found.length,
): Promise<{ kept: StoredGame[]; added: number; all: number }> {
  await libraryReady;
  const now = Math.max(Date.now(), lastAdded + 1);
  lastAdded = now;
  const known = new Map(games.peek().map((stored) => [keyOf(stored.game), stored]));
  const keys = new Set<string>();
  const added: StoredGame[] = [];
  const kept = found.flatMap(({ name, game }) => {
    const key = keyOf(game);
    if (keys.has(key)) return [];
    keys.add(key);
    const i = added.length;
    if (!known.has(key) && i < most) {
      const id = `${now.toString(36)}${i.toString(36).padStart(2, "0")}`;
      const stored = { id, name, game, added: now - i };
      known.set(key, stored);
      added.push(stored);
    }
    return known.get(key) ?? [];
  });
  games.value = [...added, ...games.peek()];
  for (const game of added) void keep(game);
  return { kept, added: added.length, all: keys.size };
}

export function updateGame(id: string, change: Partial<StoredGame>): void {
  games.value = games.peek().map((game) => (game.id === id ? { ...game, ...change } : game));
  const changed = games.peek().find((game) => game.id === id);
  if (changed) void keepChanged(changed);
}

function forget(ids: readonly string[]): void {
  games.value = games.peek().filter((game) => !ids.includes(game.id));
}

/** Removes games with their reviews and puzzles. */
export function removeGames(ids: readonly string[]): void {
  forget(ids);
  removals.postMessage(ids);
  removeBlunders(ids);
  void quietly(() => delMany([...ids], store));
}
