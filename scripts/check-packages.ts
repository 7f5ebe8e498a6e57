/**
 * Fails where bun.lock names a package without an integrity hash, or from elsewhere than the
 * registry; where what is installed is not what it names; and where a package, of the program or of
 * its tools, has a licence that nobody has allowed here.
 */

import { join } from "node:path";
import { ROOT } from "./client/places.ts";

/**
 * SPDX ids. Of these the OFL is the fonts', MPL-2.0 that of resvg, which is shipped as it is, and of
 * tools that are not shipped, like CC-BY-4.0.
 */
const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
]);

/** How packages wrote it before SPDX ids. */
const OLD_NAMES: Readonly<Record<string, string>> = { "Apache 2.0": "Apache-2.0" };

/** What a package.json says of itself. */
export type Manifest = {
  name?: string;
  version?: string;
  license?: unknown;
  licenses?: unknown;
};

type Lock = { packages: Readonly<Record<string, readonly unknown[]>> };

const SHA512 = /^sha512-[\w+/]{86}==$/;

/** Where a package of the lock file lies, such as `a/node_modules/@b/c` of `a/@b/c`. */
export const folderOf = (key: string): string =>
  (key.match(/(?:@[^/]+\/)?[^/]+/g) ?? []).join("/node_modules/");

/** The licence that a package names, as an SPDX id or expression; null where it names none. */
export const licenceOf = ({ license, licenses }: Manifest): string | null => {
  if (typeof license === "string") return license;
  const [only, ...others] = Array.isArray(licenses) ? (licenses as { type?: unknown }[]) : [];
  const name = others.length === 0 ? only?.type : undefined;
  return typeof name === "string" ? (OLD_NAMES[name] ?? name) : null;
};

/** Of a choice one has to be allowed, of a combination all; both at once are nobody's so far. */
const isAllowed = (expression: string): boolean => {
  const plain = expression.replace(/^\((.*)\)$/, "$1");
  if (plain.includes(" OR "))
    return plain.split(" OR ").some((licence) => ALLOWED_LICENCES.has(licence));
  return plain.split(" AND ").every((licence) => ALLOWED_LICENCES.has(licence));
};

/**
 * @param manifestOf gives the package.json in a folder of node_modules; null where it is not
 *   installed, since it is for another platform.
 * @returns one sentence for each thing that is wrong.
 */
export const packageProblems = async (
  lock: Lock,
  manifestOf: (folder: string) => Promise<Manifest | null>,
): Promise<{ problems: string[]; installed: number }> => {
  const problems: string[] = [];
  let installed = 0;
  for (const [key, entry] of Object.entries(lock.packages)) {
    const [id, registry] = entry;
    if (registry !== "") problems.push(`${key}: does not come from the registry.`);
    if (!SHA512.test(String(entry.at(-1)))) problems.push(`${key}: has no integrity hash.`);
    const manifest = await manifestOf(folderOf(key));
    if (manifest === null) continue;
    installed += 1;
    const found = `${manifest.name}@${manifest.version}`;
    if (found !== id) problems.push(`${key}: ${found} is installed, not ${String(id)}.`);
    const licence = licenceOf(manifest);
    if (licence === null) problems.push(`${key}: says no licence.`);
    else if (!isAllowed(licence))
      problems.push(`${key}: its licence, ${licence}, is not among the allowed ones.`);
  }
  if (installed === 0) problems.push("Nothing is installed.");
  return { problems, installed };
};

if (import.meta.main) {
  const lock = Bun.JSONC.parse(await Bun.file(join(ROOT, "bun.lock")).text()) as Lock;
  const { problems, installed } = await packageProblems(lock, async (folder) => {
    const file = Bun.file(join(ROOT, "node_modules", folder, "package.json"));
    return (await file.exists()) ? ((await file.json()) as Manifest) : null;
  });
  for (const problem of problems) console.error(problem);
  const all = Object.keys(lock.packages).length;
  console.log(`${all} packages, ${installed} of them installed, ${problems.length} problem(s).`);
  process.exit(problems.length === 0 ? 0 : 1);
}
