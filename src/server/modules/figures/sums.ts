import type { Duration, Figure } from "#shared/schemas/figures.ts";
import type { Cell } from "./cells.ts";

/**
 * The shortest of some times within which a share of them lies: always one of them.
 * @param sorted the shortest first. @param share from 0 to 1.
 * @returns null where there are none.
 */
export const percentileOf = (sorted: ArrayLike<number>, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;

const inMs = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);

const durationOf = (seconds: readonly number[]): Duration => {
  const sorted = Float64Array.from(seconds).toSorted();
  return {
    tickets: sorted.length,
    medianMs: inMs(percentileOf(sorted, 0.5)),
    ninetiethMs: inMs(percentileOf(sorted, 0.9)),
  };
};

const sumOf = (cells: readonly Cell[], value: (cell: Cell) => number): number =>
  cells.reduce((sum, cell) => sum + value(cell), 0);

/** What some cells come to together. */
export const figureOf = (cells: readonly Cell[]): Figure => ({
  opened: sumOf(cells, ({ opened }) => opened),
  closed: sumOf(cells, ({ closed }) => closed),
  answer: durationOf(cells.flatMap(({ answerSeconds }) => answerSeconds)),
  solution: durationOf(cells.flatMap(({ solutionSeconds }) => solutionSeconds)),
  solved: sumOf(cells, ({ solved }) => solved),
  unsolved: sumOf(cells, ({ unsolved }) => unsolved),
});
