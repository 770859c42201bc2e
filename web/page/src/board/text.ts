/** Text of a drawing, centred on a point. */

const FONT = "'Inter','Segoe UI',system-ui,-apple-system,'Noto Sans',sans-serif";

export const textAt = (x: number, y: number, fontSize: number) => ({
  x,
  y: y + fontSize * 0.355,
  "font-size": fontSize,
  "font-family": FONT,
  "text-anchor": "middle" as const,
});
