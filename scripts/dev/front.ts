import { join, relative } from "node:path";
import { CLIENT_DIR, PUBLIC_DIR, ROOT } from "#scripts/client/places.ts";

const FOLDER = join(ROOT, ".tmp/dev");
const SITE_SCRIPT = /<script type="application\/json" id="site">.*?<\/script>/s;
const FONT_PRELOAD = /<link\s[^>]*href="npm:[^>]*>/g;
/** What the site answers itself; every other address is the application. */
const OF_THE_SITE = [
  "/api/*",
  // The fonts of its look.
  "/assets/*",
  "/auth/*",
  "/healthz",
  "/readyz",
  "/robots.txt",
  "/sitemap.xml",
  "/.well-known/*",
  "/security-policy.md",
];

/** A page for Bun's development server, with the configuration that the running site gives its pages. */
const writePage = async (site: string) => {
  const served = await (await fetch(site)).text();
  const [script] = SITE_SCRIPT.exec(served) ?? [];
  if (script === undefined) throw new Error("The site's page carries no configuration.");
  const theme = await (await fetch(`${site}/theme.css`)).text();
  const html = (await Bun.file(join(CLIENT_DIR, "index.html")).text())
    .replace("<!--head-->", () => `<style>${theme}</style>`)
    .replace("<!--site-->", () => script)
    .replaceAll(FONT_PRELOAD, "")
    .replaceAll('"./', `"${relative(FOLDER, CLIENT_DIR)}/`)
    .replaceAll(/(href|src)="\/(?=[^"/]+\.js")/g, `$1="${relative(FOLDER, PUBLIC_DIR)}/`);
  const page = join(FOLDER, "index.html");
  await Bun.write(page, html);
  return page;
};

const forwardTo = (site: string) => async (request: Request) => {
  const { pathname, search } = new URL(request.url);
  try {
    return await fetch(`${site}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: "manual",
      signal: request.signal,
      decompress: false,
    });
  } catch {
    return new Response("The site is just restarting.", { status: 502 });
  }
};

/**
 * Serves the client with hot reload on `port`, and everything else from the running `site`. Only
 * for development: none of the site's headers are on these pages.
 */
export const startFront = async (port: number, site: string) => {
  const page = (await import(await writePage(site))) as { default: Bun.HTMLBundle };
  const files = await Array.fromAsync(new Bun.Glob("**/*").scan({ cwd: PUBLIC_DIR }));
  return Bun.serve({
    port,
    idleTimeout: 0,
    development: { hmr: true, console: true },
    routes: {
      ...Object.fromEntries(OF_THE_SITE.map((path) => [path, forwardTo(site)])),
      ...Object.fromEntries(
        files.map((file) => [`/${file}`, () => new Response(Bun.file(join(PUBLIC_DIR, file)))]),
      ),
      "/*": page.default,
    },
  });
};
