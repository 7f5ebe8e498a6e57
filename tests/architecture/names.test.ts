import { expect, test } from "bun:test";
import { resolve } from "node:path";

const SRC = resolve(import.meta.dir, "../../src");
/** Hooks are called by what they are for, and here the folder's word is what is done. */
const MAY_REPEAT = [/\/use-[\w-]+$/];

const formsOf = (word: string) => [word, word.replace(/ies$/, "y"), word.replace(/s$/, "")];

/** Whether a file is named by the folders that it lies in, as `tickets/close-ticket.ts` would be. */
const repeatsItsFolder = (path: string): boolean => {
  const [, , ...folders] = path.split("/");
  const words = folders.pop()?.split(/[-.]/) ?? [];
  const taken = new Set(folders.flatMap((folder) => formsOf(folder)));
  // The folder's word alone is a name: a file that stands for the whole of it.
  return words.length > 1 && words.some((word) => taken.has(word));
};

test("no file of a module or a feature repeats the name of its folder", () => {
  const files = ["server/modules", "client/features"].flatMap((folder) =>
    [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync({ cwd: SRC })].map((file) =>
      file.replace(/\.tsx?$/, ""),
    ),
  );
  expect(files.length).toBeGreaterThan(100);
  const repeating = files.filter(
    (file) => repeatsItsFolder(file) && !MAY_REPEAT.some((pattern) => pattern.test(file)),
  );
  expect(repeating).toEqual([]);
});

test("the check sees plurals, and folders below", () => {
  expect(repeatsItsFolder("server/modules/tickets/close-ticket")).toBe(true);
  expect(repeatsItsFolder("client/features/tickets/detail/detail-panel")).toBe(true);
  expect(repeatsItsFolder("server/modules/tickets/close")).toBe(false);
  expect(repeatsItsFolder("server/modules/notifications/notify")).toBe(false);
  expect(repeatsItsFolder("server/modules/votes/vote")).toBe(false);
});
