import { existsSync } from "node:fs";

export type Counts = { passed: number; failed: number; skipped: number };

const attribute = (tag: string, name: string) =>
  Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);

/** Totals and files of a report of `bun test --reporter=junit`; null when there is none. */
export const readReport = async (path: string) => {
  if (!existsSync(path)) return null;
  const xml = await Bun.file(path).text();
  const total = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? "";
  const failed = attribute(total, "failures");
  const skipped = attribute(total, "skipped");
  const counts: Counts = { passed: attribute(total, "tests") - failed - skipped, failed, skipped };
  const files = new Set([...xml.matchAll(/<testsuite\b[^>]*\bfile="([^"]+)"/g)].map(([, f]) => f));
  return { counts, files };
};
