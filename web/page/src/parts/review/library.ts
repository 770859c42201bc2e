/** The visitor's games with their reviews, kept in the browser's database. */

import { signal } from "@preact/signals";
import { createStore, del, entries, set } from "idb-keyval";
import type { Game, Review } from "../../engine";

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

/** Keeps games; ids are made here. Returns them as kept, in order. */
export function addGames(found: readonly { name: string; game: Game }[]): StoredGame[] {
  const now = Date.now();
  const added = found.map(({ name, game }, i) => {
    const id = `${now.toString(36)}${i.toString(36).padStart(2, "0")}`;
    return { id, name, game, added: now - i };
  });
  games.value = [...added, ...games.peek()];
  for (const game of added) void keep(game);
  return added;
}

export function updateGame(id: string, change: Partial<StoredGame>): void {
  games.value = games.peek().map((game) => (game.id === id ? { ...game, ...change } : game));
  const changed = games.peek().find((game) => game.id === id);
  if (changed) void keep(changed);
}

export function removeGame(id: string): void {
  games.value = games.peek().filter((game) => game.id !== id);
  void quietly(() => del(id, store));
}
