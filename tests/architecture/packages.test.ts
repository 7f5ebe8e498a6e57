import { expect, test } from "bun:test";
import { type Manifest, packageProblems } from "#scripts/check-packages.ts";

const HASH = `sha512-${"A".repeat(86)}==`;
const lockOf = (entry: readonly unknown[], key = "left-pad") => ({ packages: { [key]: entry } });
const whole = ["left-pad@1.0.0", "", {}, HASH] as const;
const mit: Manifest = { name: "left-pad", version: "1.0.0", license: "MIT" };

const problemsOf = async (entry: readonly unknown[], manifest: Manifest | null = mit) =>
  (await packageProblems(lockOf(entry), async () => manifest)).problems;

test("a package with a hash, from the registry, under an allowed licence is fine", async () => {
  expect(await problemsOf(whole)).toEqual([]);
  for (const license of ["Apache-2.0", "(MIT OR GPL-3.0)", "(MIT AND ISC)"])
    expect(await problemsOf(whole, { ...mit, license })).toEqual([]);
});

test("a package whose bytes nobody has fixed cannot come in", async () => {
  for (const hash of [undefined, "", "sha1-abc", "sha512-short==", `${HASH} `])
    expect(await problemsOf(["left-pad@1.0.0", "", {}, hash])).toEqual([
      "left-pad: has no integrity hash.",
    ]);
  expect(await problemsOf(["left-pad@github:evil/left-pad#abc", {}, "evil-left-pad-abc"])).toEqual([
    "left-pad: does not come from the registry.",
    "left-pad: has no integrity hash.",
    "left-pad: left-pad@1.0.0 is installed, not left-pad@github:evil/left-pad#abc.",
  ]);
});

test("a package from elsewhere than the registry cannot come in", async () => {
  expect(await problemsOf(["left-pad@1.0.0", "https://evil.example/", {}, HASH])).toEqual([
    "left-pad: does not come from the registry.",
  ]);
});

test("another package than the one that is named cannot lie in its place", async () => {
  expect(await problemsOf(whole, { ...mit, version: "1.0.1" })).toEqual([
    "left-pad: left-pad@1.0.1 is installed, not left-pad@1.0.0.",
  ]);
});

test("a package with a licence that nobody has allowed cannot come in", async () => {
  for (const license of ["GPL-3.0", "SEE LICENSE IN x", "(MIT AND GPL-3.0)", "AGPL-3.0 OR GPL-3.0"])
    expect(await problemsOf(whole, { ...mit, license })).toEqual([
      `left-pad: its licence, ${license}, is not among the allowed ones.`,
    ]);
  expect(await problemsOf(whole, { name: "left-pad", version: "1.0.0" })).toEqual([
    "left-pad: says no licence.",
  ]);
});

test("an older way of writing a licence is understood", async () => {
  const old = { name: "left-pad", version: "1.0.0", licenses: [{ type: "Apache 2.0" }] };
  expect(await problemsOf(whole, old)).toEqual([]);
});

test("a package of a package is looked for where it lies, and nothing at all is not fine", async () => {
  const asked: string[] = [];
  const { problems } = await packageProblems(lockOf(whole, "@a/b/left-pad"), async (folder) => {
    asked.push(folder);
    return null;
  });
  expect(asked).toEqual(["@a/b/node_modules/left-pad"]);
  expect(problems).toEqual(["Nothing is installed."]);
});
