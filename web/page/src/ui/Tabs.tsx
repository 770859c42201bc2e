/** Tabs as WAI-ARIA describes them: arrow keys move between them, only the chosen one is reached by tab. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

export interface Tab {
  readonly key: string;
  readonly title: string;
  readonly content: () => ComponentChildren;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const chosen = useSignal(tabs[0]?.key);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find((tab) => tab.key === chosen.value) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const index = tabs.findIndex((tab) => tab.key === current?.key);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    chosen.value = next?.key;
    list.current?.querySelector<HTMLElement>(`[data-tab="${next?.key}"]`)?.focus();
  };
  return (
    <section class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            data-tab={key}
            aria-selected={key === current?.key}
            aria-controls={`${id}panel`}
            tabIndex={key === current?.key ? 0 : -1}
            onClick={() => {
              chosen.value = key;
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${current?.key}`}>
        {current?.content()}
      </div>
    </section>
  );
}
