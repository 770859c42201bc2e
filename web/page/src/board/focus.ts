/** Where the keyboard goes when what had it is gone. */

import type { TargetedFocusEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";

/**
 * Leads the keyboard to the board when a button of this place had it, and is gone or disabled with what it
 * was for. Returns the handler that learns of it. A mouse leaves no focus that is seen, and needs none.
 */
export function useBoardFocus(place: string): (event: TargetedFocusEvent<Element>) => void {
  const focused = useRef<Element | undefined>(undefined);
  useEffect(() => {
    const { current } = focused;
    const { activeElement, body } = document;
    if (!current || (activeElement !== body && activeElement !== current)) return;
    if (current.isConnected && !current.matches(":disabled")) return;
    document.querySelector<SVGElement>("[role=gridcell][tabindex='0']")?.focus();
  });
  return ({ target }) => {
    const isOurs = target instanceof Element && target.closest(place) && target.matches(":focus-visible");
    focused.current = isOurs ? target : undefined;
  };
}
