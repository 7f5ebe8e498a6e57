import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { VERSION } from "#server/core/version.ts";
import { bundledPackages } from "./bundled.ts";
import { compile, writeEntry } from "./compile.ts";
import { licencesText } from "./licences.ts";
import { RuntimeError, sha256Of } from "./runtimes.ts";
import { sbomOf } from "./sbom.ts";
import { fileNameOf, RUNTIME_VERSION, TARGET_NAMES, type TargetName } from "./targets.ts";

export const SUMS_FILE = "SHA256SUMS";
export const SBOM_FILE = "sbom.cdx.json";
export const LICENCES_FILE = "THIRD-PARTY-LICENSES.txt";

/** What the archive holds: what an owner needs beside the program, and what the guide leads to: patterns of files. */
export const GUIDE_SOURCES = ["README.md", "deploy/*", "docs/guide/*", "docs/scale.md"] as const;

const TAR_BLOCK = 512;
/** Where the header of a file has its length, its time and its checksum. */
const TAR = { size: [124, 136], time: [136, 148], checksum: [148, 156] } as const;

/** Sets the time of all files of an archive to the beginning of 1970, so that the same files make the same bytes. */
const withoutTimes = (tar: Uint8Array<ArrayBuffer>) => {
  const text = new TextDecoder();
  const write = (place: number, digits: string) => tar.set(new TextEncoder().encode(digits), place);
  for (let at = 0; tar[at] !== undefined && tar[at] !== 0;) {
    const header = tar.subarray(at, at + TAR_BLOCK);
    const size = Number.parseInt(text.decode(header.subarray(...TAR.size)), 8);
    write(at + TAR.time[0], "00000000000\0");
    write(at + TAR.checksum[0], "        ");
    const sum = header.reduce((total, byte) => total + byte, 0);
    write(at + TAR.checksum[0], `${sum.toString(8).padStart(6, "0")}\0 `);
    at += TAR_BLOCK * (1 + Math.ceil(size / TAR_BLOCK));
  }
  return tar;
};

/** Name of the archive with the files of `deploy` and the guide. */
export const guideFileOf = (version: string): string => `lynxden-${version}-deploy.tar.gz`;

const writeGuide = async (folder: string): Promise<string> => {
  const name = guideFileOf(VERSION);
  const top = name.replace(/-deploy\.tar\.gz$/, "");
  const found = GUIDE_SOURCES.flatMap((pattern) =>
    Array.from(new Bun.Glob(pattern).scanSync({ cwd: ROOT })),
  );
  const files: Record<string, Uint8Array> = {};
  for (const file of found.toSorted())
    files[`${top}/${file}`] = await Bun.file(join(ROOT, file)).bytes();
  const tar = withoutTimes(await new Bun.Archive(files).bytes());
  await Bun.write(join(folder, name), Bun.gzipSync(tar, { level: 9 }));
  return name;
};

/** Files that an earlier build of other targets, or of another version, has left. */
const removeOldFiles = async (folder: string) => {
  const endings = TARGET_NAMES.flatMap((name) => [name, `${name}.exe`]).join(",");
  for await (const file of new Bun.Glob(`lynxden-*-{${endings}}`).scan(folder))
    await rm(join(folder, file));
  for await (const file of new Bun.Glob("lynxden-*-deploy.tar.gz").scan(folder))
    await rm(join(folder, file));
};

/**
 * Makes what a release consists of: an executable for each target, an archive with the files of `deploy` and
 * the guide, the bill of materials, the licences, and the checksums of all of it. The client must have been built.
 * @param folder where to; what an earlier release has left there is removed.
 * @param onMade hears the name of each executable once it is made.
 * @returns names of the executables.
 * @throws {RuntimeError} where another version of Bun builds than the one that goes inside.
 */
export const makeRelease = async (
  targets: readonly TargetName[],
  folder: string,
  onMade: (file: string) => void = () => {},
): Promise<readonly string[]> => {
  if (Bun.version !== RUNTIME_VERSION)
    throw new RuntimeError(
      `This is Bun ${Bun.version}, and releases are made with ${RUNTIME_VERSION}: npx -y bun@${RUNTIME_VERSION} run build --target=…`,
    );
  await removeOldFiles(folder);
  const entry = await writeEntry();
  const executables: string[] = [];
  for (const target of targets) {
    const file = fileNameOf(target, VERSION);
    await compile(entry, join(folder, file), target);
    executables.push(file);
    onMade(file);
  }
  const packages = await bundledPackages();
  await Bun.write(join(folder, SBOM_FILE), sbomOf(VERSION, packages, targets));
  await Bun.write(join(folder, LICENCES_FILE), await licencesText(packages));
  const guide = await writeGuide(folder);
  const lines: string[] = [];
  for (const file of [...executables, guide, SBOM_FILE, LICENCES_FILE])
    lines.push(`${await sha256Of(join(folder, file))}  ${file}\n`);
  await Bun.write(join(folder, SUMS_FILE), lines.join(""));
  return executables;
};
