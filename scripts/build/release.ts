import { rm } from "node:fs/promises";
import { join } from "node:path";
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

/** Files that an earlier build of other targets, or of another version, has left. */
const removeOldFiles = async (folder: string) => {
  const endings = TARGET_NAMES.flatMap((name) => [name, `${name}.exe`]).join(",");
  for await (const file of new Bun.Glob(`lynxden-*-{${endings}}`).scan(folder))
    await rm(join(folder, file));
};

/**
 * Makes what a release consists of: an executable for each target, the bill of materials,
 * the licences, and the checksums of all of it. The client must have been built.
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
  const lines: string[] = [];
  for (const file of [...executables, SBOM_FILE, LICENCES_FILE])
    lines.push(`${await sha256Of(join(folder, file))}  ${file}\n`);
  await Bun.write(join(folder, SUMS_FILE), lines.join(""));
  return executables;
};
