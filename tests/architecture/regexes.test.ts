import { expect, test } from "bun:test";
import { join } from "node:path";
import { regexesIn, regexProblem } from "#scripts/check-regexes.ts";
import { ROOT } from "#scripts/client/places.ts";

test("every regular expression of a file is found, however it is made, and with its line", () => {
  const source = [
    "const a = /x+y/giu;",
    "const b = <p>{/z/.test(c) ? `${/in-a-text/}` : new RegExp('q', 'v')}</p>;",
    'RegExp(`plain`); new RegExp(made); RegExp("x" + y, "g"); RegExp(`${part}$`);',
    "// /comment/ and a string: '/no/'",
  ];
  expect(regexesIn("a.tsx", source.join("\n"))).toEqual([
    { line: 1, pattern: "x+y", flags: "giu" },
    { line: 2, pattern: "z", flags: "" },
    { line: 2, pattern: "in-a-text", flags: "" },
    { line: 2, pattern: "q", flags: "v" },
    { line: 3, pattern: "plain", flags: "" },
    { line: 3, pattern: null, flags: "" },
    { line: 3, pattern: null, flags: "g" },
    { line: 3, pattern: null, flags: "" },
  ]);
  expect(() => regexesIn("a.ts", "const = 1;")).toThrow("a.ts");
});

test.each([
  [String.raw`\s*;\s*`, ""],
  [String.raw`\s+$`, "g"],
  [String.raw`^bearer(?: +(.*))?$`, "i"],
  ["^(a+)+$", ""],
  ["(", ""],
])(
  "an expression that can take long, or that nobody can judge, is refused: /%s/%s",
  async (pattern, flags) => {
    expect(await regexProblem({ line: 1, pattern, flags })).not.toBeNull();
  },
);

test.each([
  [String.raw`\s+`, "g"],
  [String.raw`^[\w.-]{8,64}$`, ""],
  [String.raw`\p{M}{31}`, "u"],
])(
  "an expression that takes linear time is none of its business: /%s/%s",
  async (pattern, flags) => {
    expect(await regexProblem({ line: 1, pattern, flags })).toBeNull();
  },
);

test("an expression that is put together while the program runs is refused", async () => {
  expect(await regexProblem({ line: 1, pattern: null, flags: "" })).toContain("put together");
});

test("a request's headers are read where their length is bounded, and nowhere else", async () => {
  const reading: string[] = [];
  for (const file of new Bun.Glob(
    "src/server/{app.ts,auth,http,live,modules,trpc}/**/*.ts",
  ).scanSync({ cwd: ROOT }))
    if (
      /\b(?:request|req|incoming)\.headers\.get\(|\bheaders\.get\("/.test(
        await Bun.file(join(ROOT, file)).text(),
      )
    )
      reading.push(file);
  expect(reading).toEqual(["src/server/http/request.ts"]);
});
