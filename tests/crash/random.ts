export type Random = {
  /** A whole number of `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** True in one of so many cases. */
  oneIn(cases: number): boolean;
  /** Some of the things, in any order. */
  some<T>(things: readonly T[], count: number): T[];
};

/** Chance that can be had again: the same seed gives the same numbers. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  // The generator that is known as mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    oneIn: (cases) => between(1, cases) === 1,
    some: (things, count) => {
      const left = [...things];
      const taken = Math.min(count, left.length);
      return Array.from({ length: taken }, () =>
        left.splice(between(0, left.length - 1), 1),
      ).flat();
    },
  };
};
