import { dirname, join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";

/** Where tests get the run's database from, and learn which engine it is: nowhere else. */
const STORE = join(ROOT, "tests/support/store.ts");

const ts = new Bun.Transpiler({ loader: "ts" });
const tsx = new Bun.Transpiler({ loader: "tsx" });

/** The files of ours that a file imports, but for types. */
const importsOf = async (file: string) => {
  const imports = (file.endsWith("x") ? tsx : ts).scanImports(await Bun.file(file).text());
  return imports.flatMap(({ path }) => {
    if (path.startsWith("#tests/")) return join(ROOT, path.slice(1));
    return /^\.\/.*\.tsx?$/.test(path) ? join(dirname(file), path) : [];
  });
};

/**
 * Whether a test file has the database of the run, itself or through what helps it. To all others
 * both engines are the same.
 */
export const usesDatabase = async (testFile: string): Promise<boolean> => {
  const files = new Set([join(ROOT, testFile)]);
  // What is added while going through a set is visited, too.
  for (const file of files) for (const imported of await importsOf(file)) files.add(imported);
  return files.has(STORE);
};
