/** What is said to screen readers when something happens without the focus moving. */

import { type Signal, signal } from "@preact/signals";

export const announcement = signal("");

/** Says a text once; the same text again is said again. */
export function announce(text: string): void {
  announcement.value = announcement.peek() === text ? `${text}\u00a0` : text;
}

/** Shows a text as a message of the page, and says it. */
export function notify(message: Signal<string>, text: string): void {
  message.value = text;
  announce(text);
}
