import { expect, test } from "bun:test";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const SOURCES = new Bun.Glob("{src,scripts,tests}/**/*.{ts,tsx,js}");
/** A rule as `docs/rules.md` states it, and a citation of one or more: `[SHOP-05, PAY-01]`. */
const RULE = /^- \*\*([A-Z]+-\d+)\*\* \S.*\.$/;
const CITATION = /[[(]([A-Z]{2,}-\d{2}(?:, [A-Z]{2,}-\d{2})*)[\])]/g;
/** Sections of documents that are not in the repository: "facts §4". */
const SECTION = /[A-Za-z\d.]{2,} §\d/;

const lines = (await Bun.file(join(ROOT, "docs/rules.md")).text()).split("\n");
const stated = lines.flatMap((line) => RULE.exec(line)?.[1] ?? []);

const cited = (text: string) =>
  [...text.matchAll(CITATION)].flatMap(([, ids = ""]) => ids.split(", "));

const sources = await Promise.all(
  [...SOURCES.scanSync({ cwd: ROOT })]
    .filter((path) => path !== "tests/architecture/rules.test.ts")
    .map(async (path) => ({ path, text: await Bun.file(join(ROOT, path)).text() })),
);

test("a rule has one number, and those of an area rise; one that was given up leaves a gap", () => {
  expect(new Set(stated).size).toBe(stated.length);
  for (const ids of Map.groupBy(stated, (id) => id.slice(0, id.indexOf("-"))).values())
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
});

test("every list item of the rules is a rule, in one line, under the heading of its area", () => {
  let heading = "";
  const strays = lines.filter((line) => {
    heading = /^## ([A-Z]+):/.exec(line)?.[1] ?? heading;
    return line.startsWith("- ") && !RULE.exec(line)?.[1]?.startsWith(`${heading}-`);
  });
  expect(strays).toEqual([]);
});

test("every rule that is cited is stated", () => {
  const known = new Set(stated);
  const unknown = sources.flatMap(({ path, text }) =>
    cited(text).flatMap((id) => (known.has(id) ? [] : [`${path}: ${id}`])),
  );
  expect(unknown).toEqual([]);
});

test("every rule that is stated is cited", () => {
  const used = new Set(sources.flatMap(({ text }) => cited(text)));
  expect(stated.filter((id) => !used.has(id))).toEqual([]);
});

test("nothing cites a section of a document that is not here", () => {
  const places = sources.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (SECTION.test(line) ? [`${path}:${index + 1}`] : [])),
  );
  expect(places).toEqual([]);
});

test("the check itself sees one citation and several, in either bracket, and sections", () => {
  const text = 'test("[SHOP-05, PAY-01] a") // (ACC-02) [UTF-8]';
  expect(cited(text)).toEqual(["SHOP-05", "PAY-01", "ACC-02"]);
  expect(["as facts §4 says", "design §4.1"].map((line) => SECTION.test(line))).toEqual([
    true,
    true,
  ]);
  expect(SECTION.test('"§6§lden§r §7rooms"')).toBe(false);
});
