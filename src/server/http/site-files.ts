import securityPolicy from "#security.md" with { type: "text" };
import type { Services } from "#server/context/services.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { ClientAssets } from "./client-assets.ts";
import { prerenderedAddresses } from "./pages.ts";
import { SECURITY_POLICY_PATH, securityTxt } from "./security-txt.ts";

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
  const addresses = prerenderedAddresses().filter(
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
