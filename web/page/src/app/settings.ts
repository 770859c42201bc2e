/** What the visitor chose for all parts. */

import { computed, effect, signal } from "@preact/signals";
import { paletteOf } from "../board/palette";
import { oneOf, persisted, readBoolean } from "./persist";

export const THEMES = ["auto", "light", "dark"] as const;
export const BOARDS = ["wood", "plain"] as const;

export const theme = persisted<(typeof THEMES)[number]>("theme", "auto", oneOf(THEMES));
export const boardLook = persisted<(typeof BOARDS)[number]>("board", "wood", oneOf(BOARDS));
export const coordinates = persisted("coordinates", true, readBoolean);
export const numbers = persisted("numbers", true, readBoolean);
/** A first tap chooses a point, a second one plays it: for small boards under fingers. */
export const twoStep = persisted("two-step", matchMedia("(pointer: coarse)").matches, readBoolean);
export const sound = persisted("sound", false, readBoolean);

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const isSystemDark = signal(systemDark.matches);
systemDark.addEventListener("change", (event) => {
  isSystemDark.value = event.matches;
});

export const isDark = computed(() => (theme.value === "auto" ? isSystemDark.value : theme.value === "dark"));
export const palette = computed(() => paletteOf(boardLook.value, isDark.value));

effect(() => {
  document.documentElement.dataset.theme = isDark.value ? "dark" : "light";
});
