import { authenticate } from "#server/auth/authenticate.ts";
import { findBridgeGrant, isBridgeKey } from "#server/auth/bridge-keys.ts";
import type { Cause } from "#server/auth/lucia.ts";
import { noteRefusedKey } from "#server/auth/refused-keys.ts";
import { type Actor, ANONYMOUS, type Browser, type RequestContext } from "#server/context.ts";
import type { Deps } from "#server/deps.ts";
import { browserInWords } from "./browser-words.ts";
import { browserSecretOf, noBrowserSecret, noFlows } from "./cookies.ts";
import type { HeaderProfile } from "./headers.ts";
import { knownBrowser } from "./known-browser.ts";
import { bearerOf, readHeader } from "./request-headers.ts";

/** What an answer carries besides what its handler says. */
export type Outgoing = {
  /** For `X-Auth-Token`; null for none. */
  token: string | null;
  /** Lines for `Set-Cookie`. */
  cookies: string[];
};

/** One request on its way through the doors. */
export type Visit = {
  readonly requestId: string;
  /** As sent, without query. */
  readonly path: string;
  /** The path by which a route is chosen: lower case under `/api`. */
  readonly route: string;
  /** `HEAD` travels as `GET`; whoever must start nothing for it looks here. */
  readonly isHead: boolean;
  /** Which security headers the answer gets. */
  profile: HeaderProfile;
  /** The client's address as it is counted, "" where there is none. */
  address(): string;
  /** The wider network that it is counted by as well; null for none. */
  widerNetwork(): string | null;
  /** The client's network, as it may be kept: "unknown" where there is none. */
  network(): string;
  readonly outgoing: Outgoing;
};

/** Refetches by timer say so of themselves: they keep no session alive (facts §2). */
const causeOf = (request: Request): Cause =>
  readHeader(request, "x-background") === "1" ? "background" : "person";

/** Whoever sends no token, or one that is worth nothing, is nobody. */
const actorOf = async (
  deps: Deps,
  visit: Visit,
  request: Request,
  browser: Browser,
): Promise<Actor> => {
  const token = bearerOf(request);
  if (token === null) return ANONYMOUS;
  if (isBridgeKey(token)) {
    const found = await findBridgeGrant(deps, token);
    if ("grant" in found) return { kind: "plugin", ...found.grant };
    const { requestId } = visit;
    await noteRefusedKey({ ...deps, requestId, browser, network: visit.network() }, token);
    return { ...ANONYMOUS, refusedKey: found.refused };
  }
  const signedIn = await authenticate(deps.auth, token, causeOf(request));
  if (signedIn === null) return ANONYMOUS;
  const { session, user, freshToken } = signedIn;
  visit.outgoing.token = freshToken;
  return { kind: "member", userId: user.id, role: user.role, session, user };
};

/**
 * False where a page that is not ours sent it: what this browser has proven is none of its business,
 * and a neighbour on the same domain gets `SameSite=Lax` cookies sent along. Old browsers and
 * programs say nothing.
 */
const isOwnCall = (request: Request): boolean =>
  ["same-origin", "none", null].includes(readHeader(request, "sec-fetch-site"));

const browserOf = ({ auth, config }: Deps, { outgoing }: Visit, request: Request): Browser => {
  const isHttps = config.publicUrl.startsWith("https:");
  // Few verbs ask for any of it: nothing is worked out before.
  return {
    get name() {
      return browserInWords(readHeader(request, "user-agent"));
    },
    get secret() {
      return isOwnCall(request) ? browserSecretOf(request, isHttps) : null;
    },
    forgetSecret: () => {
      outgoing.cookies.push(noBrowserSecret(isHttps));
    },
    forgetFlows: () => {
      outgoing.cookies.push(...noFlows(isHttps));
    },
    knownAs: (account) => knownBrowser(auth, request, isHttps).knownAs(account),
    remember: (account) => {
      outgoing.cookies.push(knownBrowser(auth, request, isHttps).remember(account));
    },
  };
};

/** What a verb needs to know about the request it serves. */
export const contextOf = async (
  deps: Deps,
  visit: Visit,
  request: Request,
): Promise<RequestContext> => {
  const browser = browserOf(deps, visit, request);
  return {
    ...deps,
    actor: await actorOf(deps, visit, request, browser),
    requestId: visit.requestId,
    // Asking the socket takes as long as reading a row, and few verbs want to know.
    get address() {
      return visit.address();
    },
    get widerNetwork() {
      return visit.widerNetwork();
    },
    get network() {
      return visit.network();
    },
    browser,
    handOutToken: (token) => {
      visit.outgoing.token = token;
    },
  };
};
