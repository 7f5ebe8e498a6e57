import { mkdir, rename, rm } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import type { BunPlugin } from "bun";
import { CLIENT_OUT_DIR, ROOT } from "#scripts/client/places.ts";
import { manifestSchema } from "#server/http/static.ts";
import { runtimeFor } from "./runtimes.ts";
import { digestOfSources } from "./sources.ts";
import { TARGETS, type TargetName } from "./targets.ts";

const FOLDER = join(ROOT, ".tmp/binary");

/** So many times later than usual code counts as often run, until src/server/main.ts says otherwise. */
const START_JIT_POLICY = 1000;

const ZOD = /^import \{ z \} from "(zod|zod\/mini)";$/m;

/** Of `z` itself the bundler takes all there is, with sentences in fifty languages; of a namespace what is used. */
const zodByName: BunPlugin = {
  name: "zod-by-name",
  setup(build) {
    build.onLoad({ filter: /\/src\/(?:server|shared)\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace(ZOD, 'import * as z from "$1";'),
      loader: "ts",
    }));
  },
};

/** As an import names it: source maps carry this text, which must be the same in every folder. */
const fromFolder = (path: string) => JSON.stringify(relative(FOLDER, join(CLIENT_OUT_DIR, path)));

/** Writes the program that imports every file of the client, and so brings it into the binary. @returns its path. */
export const writeEntry = async (): Promise<string> => {
  // The binary takes it at its word.
  manifestSchema.parse(await Bun.file(join(CLIENT_OUT_DIR, "manifest.json")).json());
  const paths = await Array.fromAsync(new Bun.Glob("**/*").scan({ cwd: CLIENT_OUT_DIR }));
  const files = paths.filter((path) => path !== "manifest.json").toSorted();
  const imports = files.map(
    (path, index) => `import file${index} from ${fromFolder(path)} with { type: "file" };`,
  );
  const places = files.map((path, index) => `  [${JSON.stringify(`/${path}`)}, file${index}],`);
  const entry = `${imports.join("\n")}
import manifest from ${fromFolder("manifest.json")};
import { assetsFromManifest } from "#server/http/static.ts";
import { run } from "#server/main.ts";

const files = new Map<string, string>([
${places.join("\n")}
]);
const open = (path: string) => Bun.file(files.get(path) ?? path);
process.exit(await run(process.argv.slice(2), process.env, () => assetsFromManifest(manifest, open)));
`;
  await mkdir(FOLDER, { recursive: true });
  const place = join(FOLDER, "entry.ts");
  await Bun.write(place, entry);
  return place;
};

/**
 * Makes one executable of the entry: the same bytes in whichever folder.
 * @param outfile its path.
 * @param target whom it is for; null: this machine.
 */
export const compile = async (
  entry: string,
  outfile: string,
  target: TargetName | null,
): Promise<void> => {
  const made = target === null ? null : TARGETS[target];
  // Besides the executable Bun writes the source maps of its parts, which are inside as well.
  const folder = `${outfile}.parts`;
  const built = join(folder, basename(outfile));
  await Bun.build({
    entrypoints: [entry],
    target: "bun",
    // Bytecode of modules with a top-level await: only as ESM.
    format: "esm",
    plugins: [zodByName],
    bytecode: made?.bytecode ?? true,
    minify: true,
    // What only other commands and processes need, such as what renders the pages, is not loaded with the rest.
    splitting: true,
    // Inside, so that a stack in the log names our lines.
    sourcemap: "inline",
    env: "disable",
    define: {
      "process.env.NODE_ENV": '"production"',
      SOURCES_DIGEST: JSON.stringify(await digestOfSources(ROOT)),
    },
    compile: {
      outfile: built,
      // What runs once, or now and then, is not worth compiling; src/server/main.ts says when it is.
      jitPolicy: START_JIT_POLICY,
      ...(made !== null && { target: made.compile, executablePath: await runtimeFor(made) }),
      // It reads its environment, its community.toml and its data folder, and nothing else.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  await rename(built, outfile);
  await rm(folder, { recursive: true });
};
