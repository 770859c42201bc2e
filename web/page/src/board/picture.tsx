/** Pictures of a board as files: SVG, PNG, animated GIF. */

import { render } from "preact";
import { Drawing } from "./Drawing";
import { extentOf } from "./layout";
import type { Palette } from "./palette";
import { namesOf } from "./points";
import type { BoardView } from "./view";

/** A picture that stands alone. */
export function svgOf(view: BoardView, palette: Palette, pixels: number): string {
  const extent = extentOf(view.size, view.coordinates ?? true);
  const host = document.createElement("div");
  render(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${extent} ${extent}`}
      width={pixels}
      height={pixels}
    >
      <title>{namesOf(view.stones.map((stone) => stone.point))}</title>
      <Drawing view={view} palette={palette} id="picture" />
    </svg>,
    host,
  );
  const text = new XMLSerializer().serializeToString(host.firstElementChild ?? host);
  render(null, host);
  return text;
}

async function canvasOf(view: BoardView, palette: Palette, pixels: number): Promise<HTMLCanvasElement> {
  const image = new Image(pixels, pixels);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(view, palette, pixels))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = pixels;
  canvas.height = pixels;
  canvas.getContext("2d")?.drawImage(image, 0, 0, pixels, pixels);
  return canvas;
}

export async function pngOf(view: BoardView, palette: Palette, pixels: number): Promise<Blob> {
  const canvas = await canvasOf(view, palette, pixels);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** One frame for each view, the last one longer. The encoder and its worker are loaded when first needed. */
export async function gifOf(
  views: readonly BoardView[],
  palette: Palette,
  pixels: number,
  delay: number,
): Promise<Blob> {
  const [{ encode }, { default: workerUrl }] = await Promise.all([
    import("modern-gif"),
    import("modern-gif/worker?url"),
  ]);
  const frames = [];
  for (const [i, view] of views.entries()) {
    const canvas = await canvasOf(view, palette, pixels);
    const data = canvas.getContext("2d")?.getImageData(0, 0, pixels, pixels).data.buffer;
    if (!data) throw new Error("no picture");
    frames.push({ data, delay: i + 1 === views.length ? delay * 4 : delay });
  }
  return encode({ workerUrl, width: pixels, height: pixels, maxColors: 128, frames, format: "blob" });
}

/** Hands a file to the visitor. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
