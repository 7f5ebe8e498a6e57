/** The file that the following lines are about, as `bun test` names it. */
const FILE = /^\S+\.(?:test|e2e)\.tsx?:$/;
const PASSED_OR_SKIPPED = /^\((?:pass|skip)\) /;
const FAILED = /^\(fail\) /;

/** The names of the tests that failed, each once, as `bun test` prints them. */
export const failedTests = (output: string): string[] => [
  ...new Set(output.split("\n").filter((line) => FAILED.test(line))),
];

/** What `bun test` printed, without tests that passed or were skipped, and without files that then say nothing. */
export const withoutPassed = (output: string): string[] => {
  const kept: string[] = [];
  for (const line of output.split("\n")) {
    if (PASSED_OR_SKIPPED.test(line)) continue;
    if (FILE.test(line)) {
      while (kept.at(-1)?.trim() === "") kept.pop();
      if (FILE.test(kept.at(-1) ?? "")) kept.pop();
    }
    kept.push(line);
  }
  return kept;
};
