/** Every text of the page, in English, by part. `{name}` is replaced by a value. */

import { analyse } from "./en/analyse";
import { learn } from "./en/learn";
import { play } from "./en/play";
import { review } from "./en/review";
import { shell } from "./en/shell";

export const en = { ...shell, ...analyse, ...play, ...review, ...learn } as const;
