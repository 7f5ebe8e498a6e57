import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import type { BundledPackage } from "./bundled.ts";
import { RUNTIME_VERSION } from "./targets.ts";

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)(\.|-|$)/i;

/** Packages that are published without the text of their licence: who has the same one. */
const TEXT_ELSEWHERE: Readonly<Record<string, string>> = {
  "@resvg/resvg-wasm": "axe-core",
  "drizzle-orm": "class-variance-authority",
  "react-remove-scroll-bar": "react-remove-scroll",
};

/** Packages from which data was made that is in the program, though no file of theirs is. */
const DATA_FROM = ["@zxcvbn-ts/language-common"] as const;

const RULE = "=".repeat(80);

const textsIn = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder)).filter((name) => LICENCE_FILE.test(name)).toSorted();
  return await Promise.all(names.map((name) => Bun.file(join(folder, name)).text()));
};

type Licensed = Pick<BundledPackage, "name" | "version" | "licence" | "homepage" | "folder">;

const sectionOf = async ({ name, version, licence, homepage, folder }: Licensed) => {
  const own = await textsIn(folder);
  const elsewhere = TEXT_ELSEWHERE[name];
  const texts =
    own.length > 0 || elsewhere === undefined
      ? own
      : await textsIn(join(ROOT, "node_modules", elsewhere));
  if (texts.length === 0)
    throw new Error(`${name} ${version} comes without the text of ${licence}.`);
  const source = homepage === null ? [] : [homepage];
  return [RULE, `${name} ${version}`, licence, ...source, "", ...texts.map((text) => text.trim())]
    .join("\n")
    .replaceAll("\r\n", "\n");
};

const RUNTIME = `${RULE}
Bun ${RUNTIME_VERSION}
MIT, with libraries under licences of their own
https://bun.com

The runtime is part of the executable. Bun itself is under the MIT licence, whose text stands with
many of the packages below. It is linked with JavaScriptCore of WebKit, which is under the GNU Library
General Public License, version 2, with TinyCC (GNU Lesser General Public License, version 2.1), and
with libraries under permissive licences. Bun's own list of them, with where their sources are and
how Bun is linked anew with a changed JavaScriptCore, is
https://github.com/oven-sh/bun/blob/bun-v${RUNTIME_VERSION}/LICENSE.md

Lynxden's sources, with which an executable is made from a Bun that was linked anew, are free under
the MIT licence: scripts/build says how.`;

/**
 * What others have made of the program, and under which terms, as one text.
 * @throws where a package comes without the text of its licence.
 */
export const licencesText = async (packages: readonly BundledPackage[]): Promise<string> => {
  const own = (await Bun.file(join(ROOT, "LICENSE")).text()).trim();
  const data = await Promise.all(
    DATA_FROM.map(async (name) => {
      const folder = join(ROOT, "node_modules", name);
      const { version, license } = await Bun.file(join(folder, "package.json")).json();
      return sectionOf({ name, version, licence: license, homepage: null, folder });
    }),
  );
  const sections = [...(await Promise.all(packages.map(sectionOf))), ...data];
  const intro = `Lynxden contains software by others. This file names each, with its licence; Lynxden itself is under
this one:

${own}`;
  return `${[intro, RUNTIME, ...sections].join("\n\n")}\n`;
};
