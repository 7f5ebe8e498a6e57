/** How many letters have to be put in, left out, changed or swapped to make one word of another. */
const distanceBetween = (a: string, b: string): number => {
  const rows = Array.from({ length: a.length + 1 }, (_row, i) =>
    Array.from({ length: b.length + 1 }, (_cell, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const row = rows[i] ?? [];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  return at(a.length, b.length);
};

/** True where more letters of one word are missing in the other than slips could have brought: nothing else is compared then. */
const isFarFrom = (a: string, b: string, slips: number): boolean => {
  let rest = b;
  let missing = 0;
  for (const letter of a) {
    const index = rest.indexOf(letter);
    if (index < 0) missing += 1;
    else rest = rest.slice(0, index) + rest.slice(index + 1);
    if (missing > slips) return true;
  }
  return false;
};

/**
 * The name that somebody meant.
 * @param letters what is compared of a name: two that differ in nothing else are the same.
 * @param slipsIn how many slips may be in a name of so many letters.
 * @returns null where none is near.
 */
export const nearestName = (
  written: string,
  names: readonly string[],
  { letters, slipsIn }: { letters: (name: string) => string; slipsIn: (length: number) => number },
): string | null => {
  const given = letters(written);
  let nearest: { name: string; slips: number } | null = null;
  for (const name of names) {
    const meant = letters(name);
    const allowed = slipsIn(meant.length);
    if (Math.abs(meant.length - given.length) > allowed) continue;
    if (isFarFrom(given, meant, allowed)) continue;
    const slips = distanceBetween(given, meant);
    if (slips <= allowed && (nearest === null || slips < nearest.slips)) nearest = { name, slips };
  }
  return nearest?.name ?? null;
};
