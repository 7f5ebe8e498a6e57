/**
 * The points that stand in the editor, as they are typed or as the site writes them, "1,250": what is
 * no whole number is 0, and nothing is below it [POINTS-04].
 */
export const pointsOf = (typed: string): number => {
  const digits = typed.replaceAll(/[\s,]/gu, "");
  return /^\d+$/u.test(digits) ? Number(digits) : 0;
};
