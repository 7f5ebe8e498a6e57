/** One line of `bun run bench`. */
export type Figure = {
  name: string;
  /** With its unit, and the spread of the rounds where there were several. */
  measured: string;
  target: string;
  isMet: boolean;
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (
    ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
  );
};

/** What no more than `1 - share` of the values exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
};

/** Smallest to largest, as in `41-57`. */
export const spread = (values: readonly number[], digits = 0): string =>
  `${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)}`;
