import type { Step } from "./step.ts";

const withoutDot = (file: string) => file.replace(/^\.\//, "");

/** How many letters must be typed, removed or replaced to make one word of the other. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of from.split("").entries()) {
    const next = [i + 1];
    for (const [j, other] of to.split("").entries())
      next.push(
        Math.min(
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
          (row[j] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** What can be asked for by name: steps, folders of tests, and test files without their ending. */
const namesIn = (steps: readonly Step[]): readonly string[] => {
  const stepNames = steps.map(({ name }) => name);
  const parts = steps.flatMap(({ files = [] }) =>
    files.flatMap((file) =>
      withoutDot(file)
        .replace(/\.(test|e2e)\.tsx?$/, "")
        .split("/"),
    ),
  );
  return [...new Set([...stepNames, ...parts])];
};

const SUGGESTIONS_MAX = 5;

/** The names that are written most like this one, the nearest first. */
const nearNames = (name: string, steps: readonly Step[]): readonly string[] =>
  namesIn(steps)
    .map((known) => ({ known, away: distance(name.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, away }) => away <= Math.max(name.length, known.length) / 2)
    .toSorted((a, b) => a.away - b.away)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ known }) => known);

/** A name that no test file and no step has. */
class UnknownNameError extends Error {
  override readonly name = "UnknownNameError";
  constructor(asked: string, near: readonly string[]) {
    const meant = near.length === 0 ? "" : ` Did you mean ${near.join(", ")}?`;
    super(`No test file's path and no step's name contains "${asked}".${meant}`);
  }
}

const matches = (step: Step, names: readonly string[]): Step | null => {
  const isNamed = (text: string) => names.some((name) => text.includes(name));
  if (isNamed(step.name)) return step;
  if (step.files === undefined) return null;
  const files = step.files.filter((file) => isNamed(withoutDot(file)));
  return files.length === 0 ? null : { ...step, files };
};

/**
 * The steps whose name, and the test files whose path, contains one of the names, with the steps
 * that they need. No name: all of them.
 * @throws {UnknownNameError} for a name that nothing contains.
 */
export const selectSteps = (steps: readonly Step[], names: readonly string[]): readonly Step[] => {
  if (names.length === 0) return steps;
  for (const name of names)
    if (!steps.some((step) => matches(step, [name]) !== null))
      throw new UnknownNameError(name, nearNames(name, steps));
  const chosen = new Map(
    steps.flatMap((step) => {
      const match = matches(step, names);
      return match === null ? [] : [[step.name, match]];
    }),
  );
  // What is added while going through a map is visited, too.
  for (const { after } of chosen.values()) {
    const needed = steps.find(({ name }) => name === after);
    if (needed !== undefined && !chosen.has(needed.name)) chosen.set(needed.name, needed);
  }
  return steps.flatMap(({ name }) => chosen.get(name) ?? []);
};
