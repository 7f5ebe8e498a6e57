/**
 * The points that stand in the editor: what is no number is 0, and nothing is below it (member §5
 * "Points editor").
 */
export const pointsOf = (typed: string): number => {
  const points = Number.parseInt(typed, 10);
  return Number.isNaN(points) ? 0 : Math.max(0, points);
};
