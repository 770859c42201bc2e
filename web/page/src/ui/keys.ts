/** Keys that work wherever the focus is but in fields, tabs and dialogs. */

import { useEffect } from "preact/hooks";

const TAKES_KEYS = "textarea, select, dialog, [role=tablist], input:not([type=checkbox])";

/** Calls the action of a key (`KeyboardEvent.key`) while the component is shown. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actions[event.key];
      const isElsewhere = event.target instanceof Element && event.target.closest(TAKES_KEYS);
      if (!action || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
