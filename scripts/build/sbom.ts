import type { BundledPackage } from "./bundled.ts";
import { RUNTIME_VERSION, type TargetName, TARGETS } from "./targets.ts";

/** A package as purl names it: `pkg:npm/%40trpc/server@11.19.0`. */
const purlOf = (name: string, version: string) =>
  `pkg:npm/${name.replace(/^@/, "%40")}@${encodeURIComponent(version)}`;

/** Whose only difference is the place has that in its reference. */
const refOf = ({ place, name, version }: BundledPackage) =>
  place === name ? purlOf(name, version) : `${purlOf(name, version)}#${place}`;

const nameOf = (name: string) => {
  const [, group, short] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name) ?? [];
  return { ...(group !== undefined && { group }), name: short ?? name };
};

const licensesOf = (licence: string) =>
  / (OR|AND|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];

const componentOf = (one: BundledPackage) => ({
  type: "library",
  "bom-ref": refOf(one),
  ...nameOf(one.name),
  version: one.version,
  scope: "required",
  hashes: [{ alg: "SHA-512", content: one.sha512 }],
  licenses: licensesOf(one.licence),
  purl: purlOf(one.name, one.version),
});

const runtimeOf = (target: TargetName) => {
  const { runtime, sha256 } = TARGETS[target];
  const purl = purlOf(runtime, RUNTIME_VERSION);
  return {
    type: "platform",
    "bom-ref": purl,
    ...nameOf(runtime),
    version: RUNTIME_VERSION,
    description: `The runtime inside the executable for ${target}; the digest is that of the program.`,
    scope: "required",
    hashes: [{ alg: "SHA-256", content: sha256 }],
    licenses: [{ license: { id: "MIT" } }],
    purl,
  };
};

/** A UUID made from what is said, so that the same contents have the same one. */
const uuidOf = (text: string) => {
  const digest = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  // Version 8: "made as the vendor likes", of RFC 9562.
  return digest.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, a: string, b: string, c: string, d: string, e: string) => `${a}-${b}-8${c}-8${d}-${e}`,
  );
};

/**
 * The bill of materials of a release: CycloneDX 1.6. Says no time, so that the same release has the
 * same bytes whenever it is made.
 */
export const sbomOf = (
  version: string,
  packages: readonly BundledPackage[],
  targets: readonly TargetName[],
): string => {
  const root = `pkg:generic/lynxden@${version}`;
  const runtimes = targets.map(runtimeOf);
  const byPlace = new Map(packages.map((one) => [one.place, refOf(one)]));
  const refsOf = (places: readonly string[]) => places.flatMap((place) => byPlace.get(place) ?? []);
  const contents = {
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: {
        type: "application",
        "bom-ref": root,
        name: "lynxden",
        version,
        licenses: licensesOf("MIT"),
        purl: root,
      },
    },
    components: [...packages.map(componentOf), ...runtimes],
    dependencies: [
      { ref: root, dependsOn: [...byPlace.values(), ...runtimes.map(({ purl }) => purl)] },
      ...packages.map((one) => ({ ref: refOf(one), dependsOn: refsOf(one.dependsOn) })),
    ],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(contents))}`;
  const bom = { bomFormat: "CycloneDX", specVersion: "1.6", serialNumber, version: 1, ...contents };
  return `${JSON.stringify(bom, null, 2)}\n`;
};
