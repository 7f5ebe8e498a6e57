import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { z } from "zod";
import { buildClient } from "#scripts/build-client.ts";
import {
  guideFileOf,
  LICENCES_FILE,
  makeRelease,
  SBOM_FILE,
  SUMS_FILE,
} from "#scripts/build/release.ts";
import {
  RuntimeError,
  RuntimeMissingError,
  runtimeFor,
  sha256Of,
} from "#scripts/build/runtimes.ts";
import {
  readTargets,
  RUNTIME_VERSION,
  TARGET_NAMES,
  TARGETS,
  UnknownTargetError,
} from "#scripts/build/targets.ts";
import { packagesOfProgram, readLock } from "#scripts/list-packages.ts";
import { VERSION } from "#server/core/version.ts";
import { readElf } from "#tests/support/elf.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testFolder } from "#tests/support/store.ts";

/** Neither this machine's processor, as a rule, nor its C library. */
const FOREIGN = "linux-arm64-musl";
const RELEASE_LIMIT_MS = 300_000;

const hash = z.object({ alg: z.enum(["SHA-256", "SHA-512"]), content: z.hex() });
const component = z.strictObject({
  type: z.enum(["library", "platform"]),
  "bom-ref": z.string(),
  group: z.string().optional(),
  name: z.string(),
  version: z.string(),
  description: z.string().optional(),
  scope: z.literal("required"),
  hashes: z.array(hash).length(1),
  licenses: z.array(
    z.union([
      z.strictObject({ license: z.strictObject({ id: z.string() }) }),
      z.strictObject({ expression: z.string() }),
    ]),
  ),
  purl: z.string().startsWith("pkg:npm/"),
});
/** What we say of CycloneDX 1.6. */
const bomSchema = z.strictObject({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.6"),
  serialNumber: z
    .string()
    .regex(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
  version: z.literal(1),
  metadata: z.looseObject({ component: z.looseObject({ version: z.literal(VERSION) }) }),
  components: z.array(component),
  dependencies: z.array(z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

const nameOf = ({ group, name }: z.output<typeof component>) =>
  group === undefined ? name : `${group}/${name}`;

const SOURCES = new Bun.Glob("src/{server,shared,client}/**/*.{ts,tsx}");
const IMPORTED = /^(?:import|\} from|export \* from)(?! type)[^"]*"((?:@[\w-]+\/)?[\w.-]+)/gm;

/** Packages that sources name in an import that is more than a type. */
const importedPackages = async () => {
  const names = new Set<string>();
  for await (const file of SOURCES.scan("."))
    for (const [, name = ""] of (await Bun.file(file).text()).matchAll(IMPORTED)) names.add(name);
  return [...names];
};

/** A release for one foreign machine; null where its runtime is not to be had. */
const releaseFor = async (folder: string) => {
  await buildClient();
  try {
    return await makeRelease([FOREIGN], folder);
  } catch (error) {
    if (!(error instanceof RuntimeMissingError) || process.env["CI"] === "true") throw error;
    console.warn(`!!! SKIPPED: the registry is not to be reached (${error.message})`);
    return null;
  }
};

test(
  "a release for another machine has its executable, checksums, bill of materials and licences",
  async () => {
    const folder = await testFolder();
    await Bun.write(join(folder, "lynxden-0.0.1-linux-x64"), "an older one");
    const executables = await releaseFor(folder);
    if (executables === null) return;

    const file = `lynxden-${VERSION}-${FOREIGN}`;
    const guide = guideFileOf(VERSION);
    expect(executables).toEqual([file]);
    expect((await readdir(folder)).toSorted()).toEqual(
      [file, guide, SBOM_FILE, SUMS_FILE, LICENCES_FILE].toSorted(),
    );
    expect(await readElf(join(folder, file))).toEqual({
      machine: "arm64",
      interpreter: "/lib/ld-musl-aarch64.so.1",
    });

    const sums = (await Bun.file(join(folder, SUMS_FILE)).text()).trimEnd().split("\n");
    const expected = [file, guide, SBOM_FILE, LICENCES_FILE].map(
      async (name) => `${await sha256Of(join(folder, name))}  ${name}`,
    );
    expect(sums).toEqual(await Promise.all(expected));

    // As the guide unpacks it: the same bytes as in the sources, and at no time in particular.
    const unpacked = await testFolder();
    const words = ["--extract", "--gzip", "--strip-components=1", "--file", join(folder, guide)];
    expect(Bun.spawnSync(["tar", ...words], { cwd: unpacked }).exitCode).toBe(0);
    const sources = ["README.md", "docs/scale.md"].concat(
      (await readdir("deploy")).map((name) => `deploy/${name}`),
      (await readdir("docs/guide")).map((name) => `docs/guide/${name}`),
    );
    const entries = await readdir(unpacked, { recursive: true, withFileTypes: true });
    const there = entries.flatMap((one) =>
      one.isFile() ? [relative(unpacked, join(one.parentPath, one.name))] : [],
    );
    expect(there.toSorted()).toEqual(sources.toSorted());
    for (const source of sources) {
      const copy = Bun.file(join(unpacked, source));
      expect([source, await copy.text()]).toEqual([source, await Bun.file(source).text()]);
      expect([source, copy.lastModified]).toEqual([source, 0]);
    }

    const bom = bomSchema.parse(await Bun.file(join(folder, SBOM_FILE)).json());
    const libraries = bom.components.filter(({ type }) => type === "library");
    const refs = bom.components.map((one) => one["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
    for (const { ref, dependsOn } of bom.dependencies)
      for (const one of dependsOn) expect(`${ref} → ${refs.includes(one)}`).toBe(`${ref} → true`);

    // All that our sources name is in it, and nothing that neither they nor their packages ask for.
    const listed = new Set(libraries.map(nameOf));
    const missing = (await importedPackages()).filter(
      (name) => !listed.has(name) && !/^(?:bun|node|\.)$/.test(name),
    );
    expect(missing).toEqual([]);
    const locked = new Set(
      packagesOfProgram(await readLock()).map(({ name, version }) => `${name} ${version}`),
    );
    const foreign = libraries
      .map((one) => [nameOf(one), one.version].join(" "))
      .filter((one) => !locked.has(one));
    // Tools whose style sheets are taken over.
    expect(foreign.map((one) => one.split(" ")[0])).toEqual(["tailwindcss", "tw-animate-css"]);

    const runtimes = bom.components.filter(({ type }) => type === "platform");
    expect(runtimes.map((one) => [nameOf(one), one.version, one.hashes[0]?.content])).toEqual([
      [TARGETS[FOREIGN].runtime, RUNTIME_VERSION, TARGETS[FOREIGN].sha256],
    ]);

    const licences = await Bun.file(join(folder, LICENCES_FILE)).text();
    for (const one of libraries) {
      const from = licences.indexOf(`\n${nameOf(one)} ${one.version}\n`);
      const section = licences.slice(from, licences.indexOf("=".repeat(80), from));
      expect([nameOf(one), from > 0, section.length > 400]).toEqual([nameOf(one), true, true]);
    }
  },
  RELEASE_LIMIT_MS,
);

test("a runtime with another digest than the one that is known is refused", async () => {
  const { runtime, program } = TARGETS[FOREIGN];
  const refusal = await rejectionOf(runtimeFor({ runtime, program, sha256: "0".repeat(64) }));
  if (refusal instanceof RuntimeMissingError && process.env["CI"] !== "true") return;
  expect(refusal).toBeInstanceOf(RuntimeError);
  expect(refusal.message).toContain(TARGETS[FOREIGN].sha256);
});

test("every target names its runtime and its digest, and the runtime is the Bun that builds", () => {
  expect(RUNTIME_VERSION).toBe(Bun.version);
  for (const target of Object.values(TARGETS)) expect(target.sha256).toMatch(/^[\da-f]{64}$/);
  expect(new Set(Object.values(TARGETS).map(({ runtime }) => runtime)).size).toBe(
    TARGET_NAMES.length,
  );
});

test("targets are asked for by name, several at once, or all of them", () => {
  expect(readTargets(["windows-x64,linux-x64", "macos-x64"])).toEqual([
    "linux-x64",
    "windows-x64",
    "macos-x64",
  ]);
  expect(readTargets(["linux-x64", "all"])).toEqual(TARGET_NAMES);
  expect(() => readTargets(["linux-riscv"])).toThrow(UnknownTargetError);
});
