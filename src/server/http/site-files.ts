import securityPolicy from "#security.md" with { type: "text" };
import type { Config } from "#server/config/config.ts";
import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { homeOf, type Theme, themeOf } from "#server/modules/community/index.ts";
import { listNews } from "#server/modules/news/index.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { hasAnchor } from "#shared/rules/community.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { CommunityBrand } from "#shared/schemas/community/brand.ts";
import { packText } from "./pack-page.ts";
import { prerenderedAddresses } from "./pages.ts";
import { faviconSvg } from "./preview/emblem.ts";
import { IMMUTABLE, packedPage, packedResponse } from "./static.ts";

/** `THEME_PATH`, and each look's own address. */
const THEME = /^\/theme(?:\.[\w-]+)?\.css$/;

type Made = { brand: CommunityBrand; theme: Theme; packing: ReturnType<typeof packText> };

/**
 * Serves the look that is published under the address that names it, and under any other that a page of
 * before may ask for. Open tabs ask for it as soon as they hear of it, before the pages have it.
 * @param brandOf what is published now. @param paths of the client's files, fonts among them.
 * @returns null where the path is no look's.
 */
export const createThemeFile = (brandOf: () => CommunityBrand, paths: readonly string[]) => {
  let made: Made | undefined;
  const madeOf = (brand: CommunityBrand): Made => {
    if (made?.brand === brand) return made;
    const theme = themeOf(brand, paths);
    return (made = { brand, theme, packing: packText(theme.css) });
  };
  return async (path: string, request: Request): Promise<Response | null> => {
    if (!THEME.test(path)) return null;
    const { theme, packing } = madeOf(brandOf());
    const cacheControl = path === theme.shown.path ? IMMUTABLE : "no-cache";
    return await packedResponse(
      packedPage(await packing, { type: "text/css; charset=utf-8", cacheControl }),
      request,
    );
  };
};

/** RFC 9116 wants less than a year. */
const VALID_DAYS = 180;

const SECURITY_POLICY_PATH = "/security-policy.md";

/**
 * What RFC 9116 tells people who have found a weakness: to whom they write, and what happens then.
 * Written for each request, so that it never runs out while the site runs.
 */
const securityTxt = (
  { publicUrl, community }: Pick<Config, "publicUrl" | "community">,
  now: Date,
): string => {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace(".000Z", "Z");
  return [
    `Contact: mailto:${encodeURI(community.brand.contactEmail)}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${publicUrl}${SECURITY_POLICY_PATH}`,
    "",
  ].join("\n");
};

const iconOf = (icons: Theme["icons"], size: number) => ({
  src: icons.get(size) ?? "",
  sizes: `${size}x${size}`,
  type: "image/png",
});

/** By which a phone or a computer installs the site as an application. */
const webManifest = (community: Config["community"], { icons, shown }: Theme): string => {
  const { brand } = community;
  return JSON.stringify({
    id: "/",
    name: brand.name,
    short_name: brand.name,
    description: brand.description,
    start_url: "/",
    scope: "/",
    display: "standalone",
    lang: "en",
    background_color: shown.ground,
    theme_color: shown.ground,
    icons:
      icons.size === 0
        ? [{ src: shown.icon, sizes: "any" }]
        : [
            ...[192, 512].map((size) => iconOf(icons, size)),
            { ...iconOf(icons, 512), purpose: "maskable" },
          ],
    shortcuts: [
      ...(hasAnchor({ home: homeOf(community) }, "ServerStatusDisplay")
        ? [{ name: "Server status", url: "/#ServerStatusDisplay" }]
        : []),
      { name: "Tickets", url: "/member/tickets" },
      { name: "Notifications", url: "/member/notifications" },
    ],
  });
};

const DAY = "public, max-age=86400";
const HOUR = "public, max-age=3600";
/** As many posts as the sitemap has, the newest. */
const SITEMAP_POSTS = 200;

const file =
  (type: string, body: string, cacheControl = DAY) =>
  () =>
    new Response(body, { headers: { "content-type": type, "cache-control": cacheControl } });

/** What is asked for at one address and follows what is published. */
const ASKED_ANEW = "no-cache";

const leadTo = (location: string) => () =>
  new Response(null, { status: 308, headers: { location, "cache-control": ASKED_ANEW } });

/** The few files that are neither built nor rendered: what search engines and old browsers ask for. */
export const createSiteFiles = (services: Services & { theme: Theme }) => {
  const { config, clock, theme } = services;
  const { publicUrl } = config;
  // Tabs of the status table are one page to a search engine, tabs of the rules are many; and
  // /discord only leads away.
  const addresses = prerenderedAddresses(config.community).filter(
    (address) => !address.startsWith("/?") && address !== "/discord",
  );
  const robots = `User-agent: *\nDisallow: /api/\nDisallow: /auth/\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const sitemap = async () => {
    const { items } = await listNews(systemContext(services, "sitemap"), { limit: SITEMAP_POSTS });
    const posts = items.map(({ slug }) => `/news/${slug}`);
    const news = posts.length === 0 ? [] : ["/news"];
    const urls = [...addresses, ...news, ...posts].map(
      (address) => `  <url><loc>${escapeHtml(publicUrl + address)}</loc></url>`,
    );
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
    return file("application/xml; charset=utf-8", body, HOUR)();
  };
  const files: Readonly<Record<string, () => Response | Promise<Response>>> = {
    "/robots.txt": file("text/plain; charset=utf-8", robots),
    "/.well-known/security.txt": () =>
      file("text/plain; charset=utf-8", securityTxt(config, clock.now()))(),
    [SECURITY_POLICY_PATH]: file("text/markdown; charset=utf-8", securityPolicy),
    "/manifest.webmanifest": file(
      "application/manifest+json",
      webManifest(config.community, theme),
      ASKED_ANEW,
    ),
    "/sitemap.xml": sitemap,
    // Pages name it with its look, which is another address for another one.
    "/favicon.svg": file("image/svg+xml; charset=utf-8", faviconSvg(theme.look), ASKED_ANEW),
    // What old browsers and phones ask for by themselves.
    "/favicon.ico": leadTo(theme.shown.icon),
    "/apple-touch-icon.png": leadTo(theme.shown.touchIcon),
  };
  return async (path: string): Promise<Response | null> =>
    (Object.hasOwn(files, path) ? await files[path]?.() : null) ?? null;
};
