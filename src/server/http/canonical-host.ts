import { isHealthPath } from "./health.ts";
import { readHeader } from "./request-headers.ts";
import { isApiPath, pathOf } from "./request-target.ts";

const isNavigation = (request: Request) => {
  const mode = readHeader(request, "sec-fetch-mode");
  return mode === null
    ? (readHeader(request, "accept") ?? "").includes("text/html")
    : mode === "navigate";
};

/** The host name that was asked for; a proxy's word is enough, as it only decides between us and us. */
const askedHost = (request: Request) => {
  const forwarded = readHeader(request, "x-forwarded-host")?.split(",")[0]?.trim();
  const host = forwarded ? `http://${forwarded}` : request.url;
  return URL.canParse(host) ? new URL(host).hostname : null;
};

/**
 * Sends a person who came by another host name to PUBLIC_URL's, where cookies, storage and sign-in
 * belong. Programs, `/api` and the health checks are served under any name.
 * @returns null where nothing needs to be done.
 */
export const redirectToPublicHost = (request: Request, publicUrl: string): Response | null => {
  const path = pathOf(request.url);
  if ((request.method !== "GET" && request.method !== "HEAD") || isApiPath(path)) return null;
  if (isHealthPath(path) || !isNavigation(request)) return null;
  const asked = askedHost(request);
  if (asked === null || asked === new URL(publicUrl).hostname) return null;
  return new Response(null, {
    status: 308,
    headers: {
      location: `${publicUrl}${path}${new URL(request.url).search}`,
      // The owner may change PUBLIC_URL tomorrow.
      "cache-control": "no-store",
      vary: "Accept, Sec-Fetch-Mode",
    },
  });
};
