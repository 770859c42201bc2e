/** Keys that work wherever the focus is but in fields, tabs and dialogs. */

import { useEffect } from "preact/hooks";

const TAKES_KEYS = "textarea, select, dialog, [role=tablist], input:not([type=checkbox])";
const TAKES_TEXT = "textarea, dialog, input:not([type=checkbox], [type=file])";

type Actions = Readonly<Record<string, () => void>>;

/**
 * The action of a key. Letters count in either case; in a layout without Latin letters the place of the
 * key does.
 */
export function actionOf(actions: Actions, { key, code }: KeyboardEvent): (() => void) | undefined {
  const isOther = key.length === 1 && key > "\x7f";
  return actions[key] ?? actions[(isOther ? code.replace("Key", "") : key).toLowerCase()];
}

const isIn = (target: EventTarget | null, places: string): boolean =>
  target instanceof Element && target.closest(places) !== null;

/** Whether what is pasted there is text for a field. */
export const takesText = (target: EventTarget | null): boolean => isIn(target, TAKES_TEXT);

/** Calls the action of a key (`KeyboardEvent.key`, letters in lower case) while the component is shown. */
export function useKeys(actions: Actions): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionOf(actions, event);
      if (!action || isIn(event.target, TAKES_KEYS) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
