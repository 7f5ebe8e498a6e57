/** Longest address that is looked at, in characters. */
const LENGTH_MAX = 2000;
/** Stands in for this site: what an address resolves against must come out here again. */
const HERE = "https://here.invalid";
const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;
const LOGIN = /^\/login\/*$/i;

/**
 * The way back after a login, as `?redirect=` carries it [SESS-16].
 * @returns path, query and hash on this site, such as `/member?tab=Privacy`; null for full and
 *   protocol-relative addresses, what browsers read as such, the login itself and all else.
 */
export const safePath = (value: unknown): string | null => {
  if (typeof value !== "string" || value.length > LENGTH_MAX) return null;
  if (!value.startsWith("/") || CONTROL_OR_BACKSLASH.test(value)) return null;
  if (!URL.canParse(value, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(value, HERE);
  // `/x/..//evil.com` resolves to the path `//evil.com`, which names another site when used again.
  if (origin !== HERE || pathname.startsWith("//") || LOGIN.test(pathname)) return null;
  return `${pathname}${search}${hash}`;
};

/** What answers there is no screen. */
const NO_SCREEN = /^\/(?:api|auth)(?:\/|$)/i;
/** Names that lead to somebody's own network, and addresses in figures. */
const NOT_PUBLIC = /(?:^|\.)(?:localhost|local|internal|lan|home|arpa|invalid|onion)$|^[\d.]+$|^\[/;

/**
 * Where something that people are sent may lead: a screen of this site, or the web at large.
 * @param home origin of this site: its own addresses become paths.
 * @returns a path of this site, or an https address of a public host, without credentials; null for
 *   all else.
 */
export const linkTarget = (value: string, home: string): string | null => {
  if (value.length > LENGTH_MAX) return null;
  const url = URL.parse(value);
  const isHome = url !== null && url.origin === new URL(home).origin;
  const path = safePath(isHome ? `${url.pathname}${url.search}${url.hash}` : value);
  if (path !== null) return NO_SCREEN.test(path) ? null : path;
  if (url === null || isHome || CONTROL_OR_BACKSLASH.test(value)) return null;
  const { protocol, username, password, hostname, href } = url;
  const isPublic = hostname.includes(".") && !NOT_PUBLIC.test(hostname.replace(/\.$/, ""));
  const isPlain = protocol === "https:" && username === "" && password === "";
  return isPublic && isPlain ? href : null;
};
