import { createHash } from "node:crypto";
import { join } from "node:path";

/** What the server is made of, and how. */
const SOURCES = [
  "src/{server,shared}/**/*",
  "scripts/build/compile.ts",
  "{bun.lock,package.json,tsconfig.json,community.toml}",
];

/**
 * A digest of what a binary's server is made of: another one may make something else of the same text.
 * @param root the project's folder; where it lies makes no difference.
 * @returns SHA-256, base64url.
 */
export const digestOfSources = async (root: string): Promise<string> => {
  const hash = createHash("sha256").update(`${Bun.version} ${Bun.revision}`);
  const found = SOURCES.map((names) => Array.fromAsync(new Bun.Glob(names).scan({ cwd: root })));
  const paths = (await Promise.all(found)).flat().map((path) => path.replaceAll("\\", "/"));
  for (const path of paths.toSorted())
    hash.update(`\n${path}\n`).update(await Bun.file(join(root, path)).bytes());
  return hash.digest("base64url");
};
