import { expect, test } from "bun:test";
import { basename, join } from "node:path";
import { Glob } from "bun";
import { ROOT } from "#scripts/client/places.ts";

/** Somebody new every time, nobody at all, and those whom the sample data has linked for good. */
const ANYBODYS = new Set(["stranger", "deny", "taken"]);

/** How a browser test says as whom it consents. */
const CONSENTS = [
  /(?:consentAs|statusAs|signIn)\([^;]*"(\w+)"\)/g,
  /persona=(\w+)/g,
  /button\[value="(\w+)"\]/g,
] as const;

/** The personas of the sandbox that a test file consents as. */
const personasIn = (text: string): ReadonlySet<string> =>
  new Set(
    CONSENTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, key = ""]) => key)).filter(
      (key) => !ANYBODYS.has(key),
    ),
  );

/** Those of several files that share one site, by persona. */
const sharedAmong = (files: ReadonlyMap<string, string>): readonly string[] => {
  const users = new Map<string, string[]>();
  for (const [file, text] of files)
    for (const key of personasIn(text)) users.set(key, [...(users.get(key) ?? []), file]);
  return [...users]
    .filter(([, of]) => of.length > 1)
    .map(([key, of]) => `${key}: ${of.toSorted().join(", ")}`);
};

test("no two files of browser tests, which share a site, share a persona", async () => {
  const files = new Map<string, string>();
  for await (const file of new Glob("tests/e2e/*.e2e.ts").scan(ROOT))
    files.set(basename(file), await Bun.file(join(ROOT, file)).text());
  expect(personasIn([...files.values()].join("\n")).size).toBeGreaterThan(8);
  expect(sharedAmong(files)).toEqual([]);
});

test("the check sees a persona however a test consents", () => {
  const one = `await consentAs(await openWindow(page, "Link Steam"), "kit");
    await fetch(\`\${url}&persona=ada\`); expect(await statusAs(popup, "plain")).toBe(200);`;
  const two = `await popup.locator('button[value="kit"]').click(); await consentAs(popup, "stranger");`;
  expect([...personasIn(one)].toSorted()).toEqual(["ada", "kit", "plain"]);
  expect(
    sharedAmong(
      new Map([
        ["one", one],
        ["two", two],
      ]),
    ),
  ).toEqual(["kit: one, two"]);
});
