import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import tailwind from "bun-plugin-tailwind";
import { CLIENT_DIR, PUBLIC_DIR } from "./places.ts";

/** References of index.html to the public folder, hidden from the bundler, which would look them up on the disk's root. */
const HIDDEN = "data-public-";
const PUBLIC_REFERENCE = /\b(href|src)="(?=\/)/g;

const MAIN = join(CLIENT_DIR, "main.tsx");

const hashOf = (bytes: Uint8Array) => Bun.hash(bytes).toString(36).padStart(8, "0").slice(0, 8);

/**
 * Files that style sheets name. Left to itself the bundler writes them into the style sheet as
 * `data:` addresses (all of a font's alphabets), which no browser can fetch apart or refuse.
 */
const createStyleAssets = (outDir: string) => {
  const copied = new Map<string, string>();

  /** @returns the address of the file's copy. */
  const copy = async (file: string) => {
    const known = copied.get(file);
    if (known !== undefined) return known;
    const bytes = await Bun.file(file).bytes();
    const extension = extname(file);
    const address = `/assets/${basename(file, extension)}-${hashOf(bytes)}${extension}`;
    await Bun.write(join(outDir, address), bytes);
    copied.set(file, address);
    return address;
  };

  const plugin: Bun.BunPlugin = {
    name: "style-assets",
    setup(build) {
      build.onResolve({ filter: /\.(woff2?|svg|png|jpe?g|webp|avif)$/ }, async (asked) => {
        if (!asked.importer.endsWith(".css")) return undefined;
        if (asked.path.startsWith("/") && existsSync(join(PUBLIC_DIR, asked.path)))
          return { path: asked.path, external: true };
        return { path: await copy(resolve(asked.resolveDir, asked.path)), external: true };
      });
    },
  };
  return { plugin, copy };
};

const htmlReferences: Bun.BunPlugin = {
  name: "html-references",
  setup(build) {
    build.onLoad({ filter: /\/src\/client\/index\.html$/ }, async ({ path }) => {
      const html = await Bun.file(path).text();
      return { contents: html.replaceAll(PUBLIC_REFERENCE, `${HIDDEN}$1="`), loader: "html" };
    });
  },
};

/**
 * Everything that the application starts with comes as one file. Left to itself the bundler makes a
 * file of each set of modules that the same lazy parts need: two dozen small ones, which pack badly.
 * Where every lazy part imports the start, these sets are one.
 */
const oneStart = (): Bun.BunPlugin => {
  const lazy = new Set<string>();
  return {
    name: "one-start",
    setup(build) {
      // Only our own files: a package's file that a plugin was asked about counts as having side effects.
      build.onResolve({ filter: /^[.#].*\.tsx?$/ }, ({ path, kind, resolveDir }) => {
        if (kind === "dynamic-import") lazy.add(Bun.resolveSync(path, resolveDir));
        return undefined;
      });
      build.onLoad({ filter: /\/src\/client\/.*\.tsx?$/ }, async ({ path, loader }) => {
        if (!lazy.has(path)) return undefined;
        const source = await Bun.file(path).text();
        return { contents: `import ${JSON.stringify(MAIN)};\n${source}`, loader };
      });
    },
  };
};

/**
 * Of source: parts of chunks that are smaller join a chunk that is loaded with them anyway. Of the
 * sizes from 512 to 32,768 bytes this one makes the home page's script the smallest.
 */
const MIN_CHUNK_BYTES = 2048;

const MODULE_SCRIPT = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const STYLE_SHEET = '<link rel="stylesheet"';
const MODULE_PRELOAD = '<link rel="modulepreload"';

/**
 * The page is there before its scripts: on a slow line they must not compete with what it is
 * painted from. So `boot.js` alone stands in the page, and fetches the application. It comes before
 * the style sheet: behind it, it would wait for it.
 */
const startThroughBoot = async (html: string, copy: (file: string) => Promise<string>) => {
  const [whole = "", main = ""] = MODULE_SCRIPT.exec(html) ?? [];
  if (whole === "") throw new Error("The bundler's page has no module script.");
  if (html.includes(MODULE_PRELOAD))
    throw new Error("The start is in several files: only modules of src/client can be lazy parts.");
  if (!html.includes(STYLE_SHEET)) throw new Error("The bundler's page has no style sheet.");
  const boot = await copy(join(CLIENT_DIR, "boot.js"));
  const script = `<script src="${boot}" data-main="${main}"></script>`;
  return html.replace(whole, "").replace(STYLE_SHEET, script + STYLE_SHEET);
};

/**
 * Bundles the client for production into `outDir`: `index.html` and hashed files under `assets/`.
 * @throws with everything the bundler says, when it fails.
 */
export const bundleClient = async (outDir: string) => {
  await mkdir(join(outDir, "assets"), { recursive: true });
  const styleAssets = createStyleAssets(outDir);
  await Bun.build({
    entrypoints: [join(CLIENT_DIR, "index.html")],
    outdir: outDir,
    target: "browser",
    publicPath: "/",
    naming: {
      entry: "[name].[ext]",
      chunk: "assets/[name]-[hash].[ext]",
      asset: "assets/[name]-[hash].[ext]",
    },
    splitting: true,
    minChunkSize: MIN_CHUNK_BYTES,
    minify: true,
    sourcemap: "none",
    env: "disable",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [htmlReferences, oneStart(), styleAssets.plugin, tailwind],
  });
  const page = join(outDir, "index.html");
  const html = (await Bun.file(page).text()).replaceAll(HIDDEN, "");
  await Bun.write(page, await startThroughBoot(html, styleAssets.copy));
};
