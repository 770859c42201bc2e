/** Files of games, before the engine reads them. */

import { t } from "../i18n";

/** Megabytes of the largest file that is read; `dolmen serve` takes no larger ones. */
const LARGEST = 8;

/** Why a file of so many bytes is not read, or a pasted text, which has no name; empty if it is. */
export const refusalOf = (bytes: number, name = t("review.pasted")): string =>
  bytes > LARGEST << 20 ? t("review.tooLarge", { name, size: LARGEST }) : "";
