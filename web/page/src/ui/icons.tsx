/** Icons, drawn with lines on a field of 24 by 24. They are never the only name of a button. */

const PATHS = {
  first: "M6 5v14M18 6l-7 6 7 6",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  last: "M18 5v14M6 6l7 6-7 6",
  start: "M8 5.5v13l10.5-6.5z",
  stop: "M7 7h10v10H7z",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM9 14.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z",
  close: "M6 6l12 12M18 6L6 18",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  rotateRight: "M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4",
  rotateLeft: "M5 12a7 7 0 1 0 2.2-5.1M5 4v4h4",
  mirrorColumns: "M12 4v16M9 8l-5 8h5zM15 8l5 8h-5z",
  mirrorRows: "M4 12h16M8 9l8-5v5zM8 15l8 5v-5z",
  left: "M19 12H5M11 6l-6 6 6 6",
  right: "M5 12h14M13 6l6 6-6 6",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  trash: "M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12",
  copy: "M9 9h10v10H9zM15 9V5H5v10h4",
  block: "M6 6h12v12H6zM9 9l6 6M15 9l-6 6",
  bulb: "M9 17h6M10 20h4M12 4a5.5 5.5 0 0 0-3 10v1h6v-1a5.5 5.5 0 0 0-3-10z",
  flag: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-2",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
