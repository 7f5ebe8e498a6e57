import { parseArgs } from "node:util";

export type TestArguments = {
  /** Parts of paths of test files, or of names of checks; none: everything. */
  names: readonly string[];
  /** Whether the long tests are wanted, too. */
  hasLong: boolean;
  /** How many times in a row all of it must pass. */
  repeat: number;
};

/** What follows `bun run test`. @throws {TypeError} for a flag that it does not know. */
export const readArguments = (argv: readonly string[]): TestArguments => {
  const { positionals, values } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      all: { type: "boolean", default: false },
      repeat: { type: "string", default: "1" },
    },
  });
  const repeat = Number(values.repeat);
  if (!Number.isInteger(repeat) || repeat < 1)
    throw new TypeError(`--repeat takes a number of runs, not "${values.repeat}".`);
  return { names: positionals, hasLong: values.all, repeat };
};
