import securityPolicy from "#security.md" with { type: "text" };
import type { Config } from "#server/config/config.ts";
import type { Services } from "#server/context/services.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { ClientAssets } from "./client-assets.ts";
import { prerenderedAddresses } from "./pages.ts";

/** RFC 9116 wants less than a year. */
const VALID_DAYS = 180;

/** As in `theme-color` of src/client/index.html. */
const BACKGROUND = "#070b09";

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

/** By which a phone or a computer installs the site as an application. */
const webManifest = ({ brand }: Config["community"]): string =>
  JSON.stringify({
    id: "/",
    name: brand.name,
    short_name: brand.name,
    description: brand.description,
    start_url: "/",
    scope: "/",
    display: "standalone",
    lang: "en",
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Server status", url: "/#ServerStatusDisplay" },
      { name: "Tickets", url: "/member/tickets" },
      { name: "Notifications", url: "/member/notifications" },
    ],
  });

const DAY = "public, max-age=86400";

const file = (type: string, body: string) => () =>
  new Response(body, { headers: { "content-type": type, "cache-control": DAY } });

/** The few files that are neither built nor rendered: what search engines and old browsers ask for. */
export const createSiteFiles = ({
  config,
  assets,
  clock,
}: Pick<Services, "config" | "clock"> & { assets: ClientAssets }) => {
  const { publicUrl } = config;
  // Tabs of the status table are one page to a search engine, tabs of the rules are many; and
  // /discord only leads away.
  const addresses = prerenderedAddresses(config.community).filter(
    (address) => !address.startsWith("/?") && address !== "/discord",
  );
  const robots = `User-agent: *\nDisallow: /api/\nDisallow: /auth/\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const urls = addresses.map(
    (address) => `  <url><loc>${escapeHtml(publicUrl + address)}</loc></url>`,
  );
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  const files: Readonly<Record<string, () => Response>> = {
    "/robots.txt": file("text/plain; charset=utf-8", robots),
    "/.well-known/security.txt": () =>
      file("text/plain; charset=utf-8", securityTxt(config, clock.now()))(),
    [SECURITY_POLICY_PATH]: file("text/markdown; charset=utf-8", securityPolicy),
    "/manifest.webmanifest": file("application/manifest+json", webManifest(config.community)),
    "/sitemap.xml": file("application/xml; charset=utf-8", sitemap),
    ...(assets.find("/favicon.ico") === undefined && {
      "/favicon.ico": () =>
        new Response(null, {
          status: 308,
          headers: { location: "/favicon.svg", "cache-control": DAY },
        }),
    }),
  };
  return (path: string): Response | null =>
    (Object.hasOwn(files, path) ? files[path]?.() : null) ?? null;
};
