import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import tailwind from "bun-plugin-tailwind";
import { minify } from "oxc-minify";
import { DISPLAY_FONT_FILES } from "#server/modules/community/display-fonts.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { BUNDLED, fewScripts, HOME, lazyParts, MIN_CHUNK_BYTES } from "./few-scripts.ts";
import { leanLibraries } from "./lean-libraries.ts";
import { CLIENT_DIR, PUBLIC_DIR, ROOT } from "./places.ts";

/** References of index.html to the public folder, hidden from the bundler, which would look them up on the disk's root. */
const HIDDEN = "data-public-";
const PUBLIC_REFERENCE = /\b(href|src)="(?=\/)/g;

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

/** What React brings itself for years now. */
const withoutShims: Bun.BunPlugin = {
  name: "without-shims",
  setup(build) {
    build.onResolve(
      { filter: /^use-sync-external-store\/shim\/with-selector$/ },
      ({ importer }) => ({
        path: Bun.resolveSync("use-sync-external-store/with-selector", importer),
      }),
    );
  },
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

const MODULE_SCRIPT = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
/** Where the site puts what each page has in its head, the style sheet of its look among it. */
const HEAD = "<!--head-->";
const MODULE_PRELOAD = '<link rel="modulepreload"';

const BAR = "components/shell/member-bar.tsx";
const ACCOUNT = ["routes/_site/-account.ts"];
const TEAM = ["routes/_site/-team.ts"];
const TICKET = ["features/tickets/detail/screens.tsx"];

/** What somebody who is signed in needs at once at addresses that begin so, besides the start. */
const NEEDED_FIRST: Readonly<Record<string, readonly string[]>> = {
  "/member": [BAR, "routes/_site/-member.ts"],
  "/member/accountsettings": ACCOUNT,
  "/member/notifications": ACCOUNT,
  "/member/points": ACCOUNT,
  "/member/purchases": ACCOUNT,
  "/member/subscription": ACCOUNT,
  "/member/admin": ["features/administration/screens.tsx"],
  "/member/admin/audit": TEAM,
  "/member/admin/calendar": TEAM,
  "/member/admin/inbox": TEAM,
  "/member/admin/keys": TEAM,
  "/member/admin/news": TEAM,
  "/member/admin/orders": TEAM,
  "/member/admin/providers": TEAM,
  "/member/admin/strikes": TEAM,
  "/member/admin/team": TEAM,
  "/member/admin/users/": ["features/administration/member-screens.tsx"],
  "/member/admin/webhooks": TEAM,
  "/member/stats": ["features/members/overview.tsx"],
  "/member/tickets/new-ticket": TICKET,
  "/member/tickets/queue": ["features/tickets/queue/screens.tsx"],
  "/member/tickets/ticket/": TICKET,
  "/shop": [BAR, "routes/_site/shop/-screens.tsx"],
};

/** What is called together, as the client does: inputs by procedure. */
type Calls = Readonly<Record<string, object | null>>;

/** The address of a request for these calls. */
const addressOf = (calls: Calls) => {
  const inputs = Object.values(calls).flatMap((input, index) =>
    input === null ? [] : [[index, input]],
  );
  const input = encodeURIComponent(JSON.stringify(Object.fromEntries(inputs)));
  return `/api/trpc/${Object.keys(calls).join(",")}?batch=1&input=${input}`;
};

const WHO: Calls = { "accounts.me": null };
const FORWARD = { limit: PAGE_SIZE, direction: "forward" };

/**
 * What somebody who is signed in reads at once, besides who it is, as the client asks for it: at this
 * address alone. Asked for in another way it is read twice, which a test notices.
 */
const READ_FIRST: Readonly<Record<string, Calls>> = {
  "/member/stats": { "members.overview": null },
  "/member/tickets": {
    "tickets.options": null,
    "tickets.list": { status: "Open", ...FORWARD },
  },
  "/member/admin/users": { "administration.users": FORWARD },
  "/shop": { "shop.promoStatus": null, "shop.packages": null },
};
/** Elsewhere below these, who it is alone. */
const READ_WHO = ["/member", "/shop"];

/** Where it is read; one request; and the client's requests that its answer answers, each of so many calls. */
const earlyRead = (path: string, isBeginning: boolean, asked: readonly Calls[]) => [
  path,
  isBeginning,
  addressOf(Object.assign({}, ...asked)),
  asked.map((calls) => [addressOf(calls), Object.keys(calls).length]),
];

/**
 * For `boot.js`: one request for all, so that what somebody may not read is refused in an answer that
 * is none in whole. A browser's console tells of those that are refused in whole.
 */
const EARLY_READS = [
  ...Object.entries(READ_FIRST).map(([path, calls]) => earlyRead(path, false, [WHO, calls])),
  ...READ_WHO.map((beginning) => earlyRead(beginning, true, [WHO])),
];

/** Addresses of scripts that a page needs at once, by the beginning of the page's address. */
export type NeededFirst = readonly (readonly [beginning: string, scripts: readonly string[]])[];

const scriptsNeededFirst = (outputs: Bun.BuildMetafile["outputs"], main: string): NeededFirst => {
  const parts = lazyParts(outputs);
  const bytesOf = (name: string) => outputs[name]?.bytes ?? 0;
  const scriptsOf = (wanted: readonly string[]) => {
    const found = parts.filter(({ part }) => wanted.includes(part));
    if (found.length !== wanted.length) throw new Error(`No lazy parts: ${wanted.join(", ")}.`);
    const names = new Set<string>();
    for (const { scripts } of found) for (const name of scripts) names.add(name);
    const others = [...names]
      .toSorted((a, b) => bytesOf(b) - bytesOf(a) || a.localeCompare(b))
      .map((name) => name.replace(/^\./, ""))
      .filter((address) => address !== main);
    // The start is what takes the longest to run: it comes first, and the others by their size.
    return [main, ...others];
  };
  return Object.entries(NEEDED_FIRST).map(([beginning, wanted]) => [beginning, scriptsOf(wanted)]);
};

/**
 * The page is there before its scripts: on a slow line they must not compete with what it is
 * painted from. So `boot.js` alone stands in the page, and fetches the application. It comes before
 * all style sheets: behind one, it would wait for it.
 */
const startThroughBoot = async (html: string, copy: (file: string) => Promise<string>) => {
  const [whole = "", main = ""] = MODULE_SCRIPT.exec(html) ?? [];
  if (whole === "") throw new Error("The bundler's page has no module script.");
  if (html.includes(MODULE_PRELOAD))
    throw new Error("The start is in several files: only modules of src/client can be lazy parts.");
  if (!html.includes(HEAD)) throw new Error(`The bundler's page has no ${HEAD}.`);
  const boot = await copy(join(CLIENT_DIR, "boot.js"));
  const reads = Bun.escapeHTML(JSON.stringify(EARLY_READS));
  const script = `<script src="${boot}" data-main="${main}" data-reads="${reads}"></script>`;
  return { html: html.replace(whole, "").replace(HEAD, script + HEAD), main };
};

/** Every page waits for the start: what only forms and lists need, tRPC's hooks among it, comes with them. */
const LATER = /node_modules\/(zod|@trpc\/react-query)\//;

const checkStart = (outputs: Bun.BuildMetafile["outputs"]) => {
  const home = lazyParts(outputs).find(({ part }) => part === HOME);
  if (home === undefined) throw new Error(`${HOME} is no lazy part of the client.`);
  const brought = [...home.scripts].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));
  const wrong = brought.filter((path) => LATER.test(path));
  if (wrong.length > 0) throw new Error(`The home page would load ${wrong.join(", ")}.`);
};

/** Code that also runs on servers asks where it is; a browser's has what they lack. */
const IS_BROWSER = /typeof (?:window|document)([<>])"u"/g;

/** What the bundler leaves long; scripts of a browser that runs today's sites. */
const packScripts = async (outDir: string) => {
  for await (const path of new Bun.Glob("assets/*.js").scan({ cwd: outDir, absolute: true })) {
    const bundled = await Bun.file(path).text();
    const source = bundled.replace(IS_BROWSER, (_, is) => (is === "<" ? "!0" : "!1"));
    const { code, errors } = await minify(path, source, {
      module: true,
      // No property does anything by being read: what asks for a layout says so with a call.
      compress: { target: "es2022", treeshake: { propertyReadSideEffects: false } },
      mangle: { toplevel: true },
    });
    if (errors.length > 0) throw new Error(`${path}: ${errors.map(String).join("\n")}`);
    await Bun.write(path, code);
  }
};

/**
 * Bundles the client for production into `outDir`: `index.html` and hashed files under `assets/`.
 * @returns what pages need at once besides what `index.html` names.
 * @throws with everything the bundler says, when it fails.
 */
export const bundleClient = async (outDir: string): Promise<NeededFirst> => {
  await mkdir(join(outDir, "assets"), { recursive: true });
  const styleAssets = createStyleAssets(outDir);
  const libraries = leanLibraries();
  const { metafile } = await Bun.build({
    ...BUNDLED,
    entrypoints: [join(CLIENT_DIR, "index.html")],
    outdir: outDir,
    publicPath: "/",
    naming: {
      entry: "[name].[ext]",
      chunk: "assets/[name]-[hash].[ext]",
      asset: "assets/[name]-[hash].[ext]",
    },
    minChunkSize: MIN_CHUNK_BYTES,
    sourcemap: "none",
    plugins: [
      htmlReferences,
      libraries.plugin,
      withoutShims,
      await fewScripts(),
      styleAssets.plugin,
      tailwind,
    ],
  });
  await libraries.check();
  // Those that a community may choose: its /theme.css names them.
  for (const file of DISPLAY_FONT_FILES) await styleAssets.copy(Bun.resolveSync(file, ROOT));
  const page = join(outDir, "index.html");
  const html = (await Bun.file(page).text()).replaceAll(HIDDEN, "");
  if (metafile === undefined) throw new Error("The bundler told nothing of its scripts.");
  checkStart(metafile.outputs);
  const started = await startThroughBoot(html, styleAssets.copy);
  await Bun.write(page, started.html);
  await packScripts(outDir);
  return scriptsNeededFirst(metafile.outputs, started.main);
};
