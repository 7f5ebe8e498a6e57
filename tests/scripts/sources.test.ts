import { expect, test } from "bun:test";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { digestOfSources } from "#scripts/build/sources.ts";
import { testFolder } from "#tests/support/store.ts";

const project = async () => {
  const root = await testFolder();
  await Bun.write(join(root, "src/server/main.ts"), "run();");
  await Bun.write(join(root, "src/client/main.tsx"), "show();");
  await Bun.write(join(root, "community.toml"), "format = 2");
  return root;
};

test("a binary is known by what its server is made of, wherever that lies", async () => {
  const root = await project();
  const digest = await digestOfSources(root);
  expect(await digestOfSources(await project())).toBe(digest);
  await Bun.write(join(root, "src/client/main.tsx"), "showAll();");
  expect(await digestOfSources(root)).toBe(digest);
});

test.each([
  ["a source", (root: string) => Bun.write(join(root, "src/server/main.ts"), "run(1);")],
  ["another source", (root: string) => Bun.write(join(root, "src/shared/rules/a.ts"), "")],
  ["the example", (root: string) => Bun.write(join(root, "community.toml"), "format = 3")],
  ["a library", (root: string) => Bun.write(join(root, "bun.lock"), "{}")],
  ["how it is built", (root: string) => Bun.write(join(root, "scripts/build/compile.ts"), "")],
  [
    "a name",
    (root: string) => rename(join(root, "src/server/main.ts"), join(root, "src/server/start.ts")),
  ],
])("%s makes another of it", async (_what, change) => {
  const root = await project();
  const digest = await digestOfSources(root);
  await change(root);
  expect(await digestOfSources(root)).not.toBe(digest);
});
