/** What the board of this part shows. */

import { computed } from "@preact/signals";
import { coordinates, numbers } from "../../app/settings";
import type { BoardView } from "../../board/view";
import { colorOfMove, type Position } from "../../game/position";
import { stonesFor } from "../../game/stones";
import { answer, searched } from "./analysis";
import { position, preview, ruling } from "./game";
import { marksOf } from "./marks";
import { showForbidden, showMarks } from "./options";

const numberFrom = (withNumbers: boolean) => (withNumbers ? 0 : undefined);

/** A position alone, for files. */
export const pictureView = (position: Position): BoardView => ({
  size: position.setup.size,
  stones: stonesFor(position, numberFrom(numbers.peek())),
  blocked: position.setup.blocked,
  last: position.moves.at(-1),
  coordinates: coordinates.peek(),
});

const stones = computed(() => stonesFor(position.value, numberFrom(numbers.value)));

const stonesWithPreview = computed(() => {
  const line = preview.value;
  if (!line) return stones.value;
  const { setup, moves } = position.value;
  const ghosts = line.map((point, i) => ({
    point,
    color: colorOfMove(setup, moves.length + i),
    number: i + 1,
    ghost: true,
  }));
  return [...stones.value, ...ghosts];
});

const marks = computed(() =>
  showMarks.value && !preview.value ? marksOf(answer.value, searched.value) : [],
);

export const boardView = computed<BoardView>(() => ({
  size: position.value.setup.size,
  stones: stonesWithPreview.value,
  blocked: position.value.setup.blocked,
  marks: marks.value,
  last: position.value.moves.at(-1),
  five: ruling.value?.five,
  forbidden: showForbidden.value ? (ruling.value?.forbidden ?? []) : [],
  coordinates: coordinates.value,
}));
