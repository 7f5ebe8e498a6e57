/** The corners of a pointy-top hexagon, clockwise from the top. */
const corners = (cx: number, cy: number, radius: number) =>
  Array.from({ length: 6 }, (_, i) => {
    const angle = (i * Math.PI) / 3;
    return [cx + radius * Math.sin(angle), cy - radius * Math.cos(angle)] as const;
  });

const join = (points: readonly (readonly [number, number])[]) =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}z`;

/** Path data of a pointy-top hexagon. */
export const hexagonPath = (cx: number, cy: number, radius: number): string =>
  join(corners(cx, cy, radius));

/** The six bevels between two hexagons as path data, clockwise from the upper right. */
export const hexagonBevels = (cx: number, cy: number, outer: number, inner: number): string[] => {
  const out = corners(cx, cy, outer);
  const ins = corners(cx, cy, inner);
  return out.map((corner, i) => {
    const next = (i + 1) % 6;
    return join([corner, out[next] ?? corner, ins[next] ?? corner, ins[i] ?? corner]);
  });
};
