/** Keys of this part, wherever the focus is but in fields and on the board. */

import { numbers } from "../../app/settings";
import { toggle } from "./analysis";
import { back, forward, removeCurrent, toEnd, toStart } from "./game";

export const KEYS = {
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
