import { dirname, join, relative } from "node:path";
import { CLIENT_DIR, ROOT } from "./places.ts";

const MAIN = join(CLIENT_DIR, "main.tsx");
const PART = /\/src\/client\/.*\.tsx?$/;

export const HOME = "routes/_site/-home.tsx";

/**
 * Scripts of what lazy parts share, each with the scripts that it comes with and the parts that fetch it.
 * Paths begin at `src/client`. What several parts share comes with the start where the home page needs
 * it too, and otherwise in the last of these scripts that all of them fetch.
 */
const SHARED_SCRIPTS = [
  { script: "scripts:pages", with: [], parts: ["features/rules/screens.tsx"] },
  {
    script: "scripts:everywhere",
    with: ["scripts:pages"],
    parts: ["components/shell/mobile-menu.tsx", "components/shell/pinned-bar.tsx"],
  },
  {
    script: "scripts:public",
    with: ["scripts:everywhere"],
    parts: [
      "features/calendar/screens.tsx",
      "features/documents/page.tsx",
      "features/news/list-screen.tsx",
      "features/servers/info-dialog.tsx",
      "features/servers/sheet.tsx",
    ],
  },
  // What checks input: lists and what everybody reads do without.
  { script: "scripts:schemas", with: ["scripts:everywhere"], parts: [] },
  {
    script: "scripts:signed-in",
    with: ["scripts:everywhere"],
    parts: [
      "components/shell/member-bar.tsx",
      "features/members/overview.tsx",
      "routes/_site/-member.ts",
    ],
  },
  {
    script: "scripts:shop",
    with: ["scripts:schemas", "scripts:signed-in"],
    parts: ["routes/_site/shop/-screens.tsx"],
  },
  {
    script: "scripts:lists",
    with: ["scripts:signed-in"],
    parts: ["features/administration/screens.tsx", "features/administration/today.tsx"],
  },
  {
    script: "scripts:forms",
    with: ["scripts:public", "scripts:schemas"],
    parts: [
      "components/shell/policy-prompt.tsx",
      "components/step-up-dialog.tsx",
      "features/discord/redirect.tsx",
      "routes/_site/-accounts.ts",
    ],
  },
  {
    script: "scripts:member-area",
    with: ["scripts:shop", "scripts:lists", "scripts:forms"],
    parts: [
      "features/administration/dialogs.ts",
      "features/administration/member-screens.tsx",
      "features/tickets/detail/picture-viewer.tsx",
      "features/tickets/figures/screens.tsx",
      "features/tickets/queue/screens.tsx",
      "features/tickets/detail/screens.tsx",
      "routes/_site/-account.ts",
      "routes/_site/-team.ts",
    ],
  },
  {
    script: "scripts:operation",
    with: ["scripts:member-area"],
    parts: ["routes/_site/-operation.ts"],
  },
  // What colours are computed with is fetched by no other screen.
  {
    script: "scripts:site-editor",
    with: ["scripts:operation"],
    parts: ["features/site-editor/screens.tsx"],
  },
];
const START = "scripts:start";

/** A shared script and all that it comes with, in the order above. */
const withOthers = (script: string): string[] => {
  const found = SHARED_SCRIPTS.find((one) => one.script === script);
  if (found === undefined) throw new Error(`No script is called ${script}.`);
  return [...new Set([...found.with.flatMap(withOthers), script])];
};

/** The shared scripts that a part fetches; none where it shares nothing. */
const scriptsOf = (part: string): readonly string[] => {
  const found = SHARED_SCRIPTS.find(({ parts }) => parts.includes(part));
  return found === undefined ? [] : withOthers(found.script);
};

/** The last script that all of these parts fetch, apart from those that share nothing. */
const scriptOfAll = (parts: readonly string[]): string | undefined => {
  const fetched = parts.map(scriptsOf).filter((scripts) => scripts.length > 0);
  if (fetched.length === 0) return undefined;
  return SHARED_SCRIPTS.findLast(({ script }) => fetched.every((all) => all.includes(script)))
    ?.script;
};

/** Of source: parts of chunks that are smaller join a chunk that is loaded with them anyway. */
export const MIN_CHUNK_BYTES = 8192;

/** How the client is bundled, also where the bundler is only asked what it would put together. */
export const BUNDLED = {
  target: "browser",
  splitting: true,
  metafile: true,
  minify: true,
  env: "disable",
  define: { "process.env.NODE_ENV": '"production"' },
} as const;

/** Paths of our own modules, by the script that they come in. */
type Shared = Map<string, string[]>;

const importsOf = (paths: readonly string[]) =>
  paths.map((path) => `import ${JSON.stringify(path)};\n`).join("");

/**
 * Our own files that something imports lazily. Known before the bundler begins: while it works, a file
 * may be loaded before the lazy import of it has been seen.
 */
const findLazy = async (): Promise<ReadonlySet<string>> => {
  const lazy = new Set<string>();
  for (const path of new Bun.Glob("**/*.{ts,tsx}").scanSync({ cwd: CLIENT_DIR, absolute: true })) {
    const transpiler = new Bun.Transpiler({ loader: path.endsWith("x") ? "tsx" : "ts" });
    for (const found of transpiler.scanImports(await Bun.file(path).text()))
      if (found.kind === "dynamic-import" && /^[.#].*\.tsx?$/.test(found.path))
        lazy.add(Bun.resolveSync(found.path, dirname(path)));
  }
  return lazy;
};

const scriptPlugin = (shared: Shared, lazy: ReadonlySet<string>): Bun.BunPlugin => {
  return {
    name: "few-scripts",
    setup(build) {
      build.onResolve({ filter: /^scripts:/ }, ({ path }) => ({ path, namespace: "scripts" }));
      build.onLoad({ filter: /./, namespace: "scripts" }, ({ path }) => ({
        contents: importsOf(shared.get(path) ?? []),
        loader: "ts",
      }));
      build.onLoad({ filter: PART }, async ({ path, loader }) => {
        const source = await Bun.file(path).text();
        if (path === MAIN) return { contents: `${source}\n${importsOf([START])}`, loader };
        if (!lazy.has(path)) return undefined;
        return {
          contents: importsOf([MAIN, ...scriptsOf(relative(CLIENT_DIR, path))]) + source,
          loader,
        };
      });
    },
  };
};

type Outputs = Bun.BuildMetafile["outputs"];

/** A script and all that it imports, by their names in the bundler's list. */
const withImports = (outputs: Outputs, name: string, seen = new Set<string>()): Set<string> => {
  const script = outputs[name];
  if (seen.has(name) || script === undefined) return seen;
  seen.add(name);
  for (const { path, kind } of script.imports)
    if (kind === "import-statement") withImports(outputs, path, seen);
  return seen;
};

/**
 * The parts that something imports lazily, and the scripts that each needs.
 * @returns paths that begin at `src/client`, and names of scripts in the bundler's list.
 */
export const lazyParts = (outputs: Outputs) =>
  Object.entries(outputs).flatMap(([name, { entryPoint }]) =>
    entryPoint === undefined
      ? []
      : [
          {
            part: relative(CLIENT_DIR, join(ROOT, entryPoint)),
            scripts: withImports(outputs, name),
          },
        ],
  );

/** Which of our modules the bundler, left to itself, puts into scripts of several parts. */
const findShared = async (lazy: ReadonlySet<string>): Promise<Shared> => {
  const { metafile } = await Bun.build({
    entrypoints: [MAIN],
    ...BUNDLED,
    plugins: [
      scriptPlugin(new Map(), lazy),
      {
        name: "no-styles",
        setup(build) {
          build.onLoad({ filter: /\.css$/ }, () => ({ contents: "", loader: "css" }));
        },
      },
    ],
  });
  if (metafile === undefined) throw new Error("The bundler told nothing of its scripts.");
  const { outputs } = metafile;
  const parts = lazyParts(outputs);
  const known = new Set(parts.map(({ part }) => part));
  for (const part of [HOME, ...SHARED_SCRIPTS.flatMap(({ parts }) => parts)])
    if (!known.has(part)) throw new Error(`${part} is no lazy part of the client.`);
  const shared: Shared = new Map();
  for (const [name, { inputs, entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined) continue;
    const users = parts.filter(({ scripts }) => scripts.has(name)).map(({ part }) => part);
    const script = users.includes(HOME) ? START : scriptOfAll(users);
    if (script === undefined) continue;
    const own = Object.keys(inputs).filter((path) => path.startsWith("src/"));
    const paths = [...(shared.get(script) ?? []), ...own.map((path) => join(ROOT, path))];
    // In an order that does not depend on the bundler's: the same source makes the same files.
    shared.set(script, paths.toSorted());
  }
  return shared;
};

/**
 * Everything that the application starts with comes as one file, and what its lazy parts share in the
 * few of `SHARED_SCRIPTS`. Left to itself the bundler makes a file of each set of modules that the same parts
 * need: many small ones, which pack badly and are each waited for on a slow line.
 */
export const fewScripts = async (): Promise<Bun.BunPlugin> => {
  const lazy = await findLazy();
  return scriptPlugin(await findShared(lazy), lazy);
};
