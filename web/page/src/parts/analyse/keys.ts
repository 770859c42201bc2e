/** Keys of this part, wherever the focus is but in fields and on the board. */

import { numbers } from "../../app/settings";
import { openText, toggle } from "./analysis";
import { back, forward, removeCurrent, toEnd, toStart } from "./game";

const KEYS: Record<string, () => void> = {
  ArrowLeft: back,
  ArrowRight: forward,
  PageUp: back,
  PageDown: forward,
  Home: toStart,
  End: toEnd,
  a: toggle,
  Delete: removeCurrent,
  n: () => {
    numbers.value = !numbers.peek();
  },
};

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.closest("textarea, select, dialog, [role=tablist]") !== null ||
    (target instanceof HTMLInputElement && target.type !== "checkbox"));

/** Listens until the returned function is called. */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    const action = KEYS[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isField(event.target) || text.trim() === "") return;
    event.preventDefault();
    void openText(text);
  };
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("paste", onPaste);
  return () => {
    document.removeEventListener("keydown", onKeyDown);
    document.removeEventListener("paste", onPaste);
  };
}
