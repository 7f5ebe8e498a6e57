/** Longest address that a login leads back to, in characters. */
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
