/** Components whose code is loaded when they are first shown. */

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { t } from "../i18n";

export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined);
  const failure = signal("");
  let isLoading = false;
  return function Lazily(props: Props) {
    if (!isLoading) {
      isLoading = true;
      load().then(
        (component) => {
          loaded.value = component;
        },
        (error: Error) => {
          isLoading = false;
          failure.value = error.message;
        },
      );
    }
    const Component = loaded.value;
    if (Component) return <Component {...props} />;
    return failure.value ? <p class="notice bad">{t("app.failed", { reason: failure.value })}</p> : null;
  };
}
