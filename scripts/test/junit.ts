import { existsSync } from "node:fs";

export type Counts = { passed: number; failed: number; skipped: number };

/** How long a test file took. */
export type FileTime = { file: string; seconds: number };

/** A file's own suite, in which those of its `describe` stand. */
const FILE_SUITE =
  /<testsuite name="(?<file>[^"]+)" file="\k<file>"[^>]* time="(?<seconds>[\d.]+)"/g;

const attribute = (tag: string, name: string) =>
  Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);

/** Totals and files with their times of a report of `bun test --reporter=junit`; null when there is none. */
export const readReport = async (path: string) => {
  if (!existsSync(path)) return null;
  const xml = await Bun.file(path).text();
  const total = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? "";
  const failed = attribute(total, "failures");
  const skipped = attribute(total, "skipped");
  const counts: Counts = { passed: attribute(total, "tests") - failed - skipped, failed, skipped };
  const files: FileTime[] = [...xml.matchAll(FILE_SUITE)].map(({ groups }) => ({
    file: groups?.["file"] ?? "",
    seconds: Number(groups?.["seconds"]),
  }));
  return { counts, files };
};
