import { join } from "node:path";
import { z } from "zod";
import { folderOf, licenceOf, type Manifest } from "#scripts/check-packages.ts";
import { CLIENT_DIR, ROOT } from "#scripts/client/places.ts";
import { type Lock, placeOf, readLock } from "#scripts/list-packages.ts";

/** A package of which files are in the program. */
export type BundledPackage = {
  /** Where the lock file has it: unique, also where a package is there in two versions. */
  place: string;
  name: string;
  version: string;
  /** An SPDX id or expression. */
  licence: string;
  /** Of the package as it was published: SHA-512 in hexadecimal. */
  sha512: string;
  /** Its files, when it is installed. */
  folder: string;
  homepage: string | null;
  /** Places of those that it asks for and that are in the program, too. */
  dependsOn: readonly string[];
};

const IN_PACKAGE = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/g;
/** Of a style sheet: the package that it takes another one from. */
const STYLE_IMPORT = /^@import "((?:@[\w-]+\/)?[\w-]+)/gm;

/** The places in the lock file of all packages of which the bundlers take a file. */
const bundledPlaces = async (): Promise<readonly string[]> => {
  const { metafile } = await Bun.build({
    entrypoints: [join(ROOT, "src/server/main.ts"), join(ROOT, "src/client/main.tsx")],
    target: "bun",
    metafile: true,
  });
  const places = Object.keys(metafile?.inputs ?? {}).flatMap((file) => {
    const names = [...file.matchAll(IN_PACKAGE)].map(([, name = ""]) => name);
    return names.length === 0 ? [] : [names.join("/")];
  });
  const styles = await Array.fromAsync(new Bun.Glob("**/*.css").scan(CLIENT_DIR), (file) =>
    Bun.file(join(CLIENT_DIR, file)).text(),
  );
  const imported = [...styles.join("\n").matchAll(STYLE_IMPORT)];
  return [...new Set([...places, ...imported.map(([, name = ""]) => name)])].toSorted();
};

const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  homepage: z.string().optional(),
  repository: z.union([z.string(), z.looseObject({ url: z.string() })]).optional(),
});

const asksFor = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
});

const INTEGRITY = /^sha512-(.+)$/;

const packageAt = async (
  lock: Lock,
  place: string,
  places: ReadonlySet<string>,
): Promise<BundledPackage> => {
  const entry = lock.packages[place];
  if (entry === undefined) throw new Error(`bun.lock has no ${place}, which is bundled.`);
  const folder = join(ROOT, "node_modules", folderOf(place));
  const json: unknown = await Bun.file(join(folder, "package.json")).json();
  const { name, version, homepage, repository } = manifestSchema.parse(json);
  const licence = licenceOf(json as Manifest);
  const integrity = INTEGRITY.exec(String(entry.at(-1)))?.[1];
  if (licence === null || integrity === undefined)
    throw new Error(`${place} has no licence, or no integrity in bun.lock.`);
  const wants = asksFor.parse(entry[2] ?? {});
  const wanted = Object.keys({ ...wants.dependencies, ...wants.peerDependencies });
  const found = wanted.flatMap((one) => placeOf(lock, place, one) ?? []);
  return {
    place,
    name,
    version,
    licence,
    sha512: Buffer.from(integrity, "base64").toString("hex"),
    folder,
    homepage: homepage ?? (typeof repository === "string" ? repository : repository?.url) ?? null,
    dependsOn: [...new Set(found)].filter((one) => places.has(one)).toSorted(),
  };
};

/** The packages of which files are in the program, sorted by place; the runtime is none of them. */
export const bundledPackages = async (): Promise<readonly BundledPackage[]> => {
  const lock = await readLock();
  const places = new Set(await bundledPlaces());
  return await Promise.all([...places].map((place) => packageAt(lock, place, places)));
};
