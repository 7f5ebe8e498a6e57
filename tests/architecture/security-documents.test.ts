import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { packagesOfProgram, readLock } from "#scripts/list-packages.ts";

const ROOT = resolve(import.meta.dir, "../..");
const textOf = (path: string) => Bun.file(join(ROOT, path)).text();

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const CHAPTERS: readonly number[] = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const STATUSES = ["met", "not met", "not applicable"] as const;

type Row = { id: string; level: string; status: string; reason: string };

const rowsIn = (markdown: string): Row[] =>
  [...markdown.matchAll(/^\| (V[\d.]+) +\| (\d) +\|[^|]+\| ([a-z ]+?) +\| (.+?) +\|$/gm)].map(
    ([, id = "", level = "", status = "", reason = ""]) => ({ id, level, status, reason }),
  );

const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => /^[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|js|md|toml)$/.test(path));

test("every requirement of ASVS levels 1 and 2 stands once, with a status", async () => {
  const page = await textOf("docs/security/asvs.md");
  const rows = rowsIn(page);
  expect(rows).toHaveLength(253);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
  expect(rows.filter(({ level }) => level === "1")).toHaveLength(70);
  expect(rows.filter(({ level }) => level === "2")).toHaveLength(183);
  const perChapter = CHAPTERS.map(
    (_, index) => rows.filter(({ id }) => id.startsWith(`V${index + 1}.`)).length,
  );
  expect(perChapter).toEqual([...CHAPTERS]);
  const counts = STATUSES.map((word) => rows.filter(({ status }) => status === word).length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(253);
  const text = STATUSES.map((word, index) => `${counts[index]} ${word}`).join(", ");
  expect(page.replaceAll(/\s+/g, " ")).toContain(`: ${text}.`);
});

test("what is met names a file that exists, what is not says who decided", async () => {
  const page = await textOf("docs/security/asvs.md");
  for (const { id, status, reason } of rowsIn(page)) {
    const paths = pathsIn(reason);
    if (status === "met") expect([id, paths.length > 0]).toEqual([id, true]);
    if (status === "not met")
      expect([id, /^(?:Specification|Owner|Platform): /.test(reason)]).toEqual([id, true]);
    expect([id, paths.filter((path) => !existsSync(join(ROOT, path)))]).toEqual([id, []]);
  }
  const [, list = ""] = page.split("\n## Not met\n");
  const unmet = rowsIn(page).filter(({ status }) => status === "not met");
  for (const { id } of unmet) expect([id, list.includes(`- ${id},`)]).toEqual([id, true]);
  expect([...list.matchAll(/^- V/gm)]).toHaveLength(unmet.length);
});

test("every file that the documents on security name or link exists", async () => {
  const documents = [
    "docs/security.md",
    "docs/security/attacks.md",
    "docs/security/dependencies.md",
    "SECURITY.md",
  ];
  for (const document of documents) {
    const text = await textOf(document);
    const links = [...text.matchAll(/\]\(([^)\s#:]+)[^):]*\)/g)].map(([, link = ""]) =>
      join(dirname(document), link),
    );
    const missing = [...links, ...pathsIn(text)].filter((path) => !existsSync(join(ROOT, path)));
    expect([document, missing]).toEqual([document, []]);
  }
});

test("every package of the program stands in the list of packages, as it is locked", async () => {
  const page = await textOf("docs/security/dependencies.md");
  const listed = [...page.matchAll(/^\| ([\w@/.-]+) +\| (\d[\w.-]*) +\|/gm)].map(
    ([, name = "", version = ""]) => `${name}@${version}`,
  );
  const locked = packagesOfProgram(await readLock()).map(
    ({ name, version }) => `${name}@${version}`,
  );
  expect(locked.length).toBeGreaterThan(25);
  expect(listed).toEqual(locked);
});
