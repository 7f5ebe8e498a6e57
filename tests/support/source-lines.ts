const ROOT = `${import.meta.dir}/../..`;

/**
 * Looks through the files of this repository.
 * @param pattern as for `Bun.Glob`.
 * @param given.linesIn the lines of a file that have what is looked for, from 1.
 * @param given.without these files.
 * @returns the places found, such as "src/a.ts:7", in order.
 */
export const findInSources = async (
  pattern: string,
  given: {
    linesIn: (file: string, source: string) => readonly number[];
    without?: string;
  },
): Promise<string[]> => {
  const files = await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: ROOT }));
  const found = await Promise.all(
    files
      .filter((file) => file !== given.without)
      .map(async (file) =>
        given
          .linesIn(file, await Bun.file(`${ROOT}/${file}`).text())
          .map((line) => `${file}:${line}`),
      ),
  );
  return found.flat().toSorted();
};
