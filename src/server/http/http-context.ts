import { parse } from "bowser";
import { noteRefusedKey } from "#server/access/audit-notes.ts";
import { may, memberActor } from "#server/access/rights.ts";
import { authenticate } from "#server/auth/auth.ts";
import type { Cause } from "#server/auth/lucia.ts";
import { isBridgeKey } from "#server/auth/secrets.ts";
import type { Config } from "#server/config/config.ts";
import {
  type Actor,
  type Browser,
  GUEST,
  type RequestCtx,
  type RequestParts,
} from "#server/context/context.ts";
import type { Services } from "#server/context/services.ts";
import { requestContext } from "#server/context/unit-of-work.ts";
import { isThisMachine } from "#server/core/addresses.ts";
import { findBridgeGrant } from "#server/modules/bridge/index.ts";
import { draftConfig, versionConfig } from "#server/modules/site/index.ts";
import {
  browserSecretOf,
  keptPasskeySecret,
  knownBrowser,
  loginSecretOf,
  newLoginSecret,
  newPerson,
  noBrowserSecret,
  noFlows,
  noLoginSecret,
  passkeySecretOf,
} from "./cookies.ts";
import type { HeaderProfile } from "./headers.ts";
import { bearerOf, isOwnCall, readHeader } from "./request.ts";

/**
 * The origin at which browsers have the site open, to which providers lead people back and for which
 * passkeys are made. Without PUBLIC_URL only the request says where the site is; whoever sends it could
 * name a site of their own, and be told there who signs in. So it is believed where it names this machine
 * and the site's own port.
 * @returns null where it is not.
 */
export const siteOrigin = (
  { publicUrl, isPublicUrlSet }: Pick<Config, "publicUrl" | "isPublicUrlSet">,
  request: Pick<Request, "url">,
): string | null => {
  if (isPublicUrlSet) return publicUrl;
  const { protocol, hostname, port, origin } = new URL(request.url);
  const ours = new URL(publicUrl);
  const isOurs = protocol === ours.protocol && port === ours.port;
  return isOurs && isThisMachine(hostname) ? origin : null;
};

/** What an answer carries besides what its handler says. */
export type Outgoing = {
  /** For `X-Auth-Token`; null for none. */
  token: string | null;
  /** Lines for `Set-Cookie`. */
  cookies: string[];
};

/** One request on its way through the handlers. */
export type HttpContext = {
  readonly requestId: string;
  /** As sent, without query. */
  readonly path: string;
  /** The path by which a route is chosen: lower case under `/api`. */
  readonly route: string;
  /** `HEAD` travels as `GET`; whoever must start nothing for it looks here. */
  readonly isHead: boolean;
  /** Which security headers the answer gets. */
  profile: HeaderProfile;
  /** The pattern of its route, for the metrics: never what somebody typed. */
  pattern: string;
  /** The same for the log, where several procedures are called: each by its name. */
  calls?: string;
  /** Whether a program of this machine asks this machine by its own name, and through no proxy that tells of itself. */
  isLocal(): boolean;
  /** The client's address as it is counted, "" where there is none. */
  address(): string;
  /** The wider network that it is counted by as well; null for none. */
  widerNetwork(): string | null;
  /** The client's network, as it may be kept: "unknown" where there is none. */
  network(): string;
  /** Lets the connection be silent for longer than others, while its answer is being made. */
  letWait(seconds: number): void;
  readonly outgoing: Outgoing;
};

/** Refetches by timer say so of themselves: they keep no session alive [SESS-06]. */
const causeOf = (request: Request): Cause =>
  readHeader(request, "x-background") === "1" ? "background" : "person";

/** Whoever sends no token, or one that is worth nothing, is nobody. */
const actorOf = async (
  deps: Services,
  httpContext: HttpContext,
  request: Request,
  parts: RequestParts,
): Promise<Actor> => {
  const token = bearerOf(request);
  if (token === null) return GUEST;
  if (isBridgeKey(token)) {
    const guest = requestContext(deps, GUEST, parts);
    const found = await findBridgeGrant(guest, token);
    if ("grant" in found) return { kind: "bridge", ...found.grant };
    await noteRefusedKey(guest, token);
    return { ...GUEST, refusedKey: found.refused };
  }
  const signedIn = await authenticate(deps.auth, token, causeOf(request));
  if (signedIn === null) return GUEST;
  const { session, user, freshToken } = signedIn;
  httpContext.outgoing.token = freshToken;
  return memberActor({ session, user }, deps);
};

const browserOf = (
  { auth, config }: Services,
  { outgoing }: HttpContext,
  request: Request,
): Browser => {
  const isHttps = config.publicUrl.startsWith("https:");
  const known = knownBrowser(auth, request, isHttps);
  // Few use cases ask for any of it: nothing is worked out before.
  return {
    get name() {
      return browserName(readHeader(request, "user-agent"));
    },
    get secret() {
      // What this browser has proven is none of another page's business, and a neighbour on the same
      // domain gets `SameSite=Lax` cookies sent along.
      return isOwnCall(request) ? browserSecretOf(request, isHttps) : null;
    },
    forgetPerson: () => {
      outgoing.cookies.push(noBrowserSecret(isHttps), ...noFlows(isHttps), newPerson(isHttps));
      if (loginSecretOf(request, isHttps) !== null) outgoing.cookies.push(noLoginSecret(isHttps));
    },
    forgetFlows: () => {
      outgoing.cookies.push(...noFlows(isHttps));
    },
    get loginSecret() {
      return isOwnCall(request) ? loginSecretOf(request, isHttps) : null;
    },
    beginLogin: () => {
      const { secret, cookie } = newLoginSecret(isHttps);
      outgoing.cookies.push(cookie);
      return secret;
    },
    get passkeySecret() {
      return isOwnCall(request) ? passkeySecretOf(request, isHttps) : null;
    },
    keepPasskeySecret: () => {
      const { secret, cookie } = keptPasskeySecret(request, isHttps);
      outgoing.cookies.push(cookie);
      return secret;
    },
    get ownId() {
      return known.ownId();
    },
    knownAs: (account) => known.knownAs(account),
    remember: (account) => {
      outgoing.cookies.push(known.remember(account));
    },
  };
};

/** What a use case needs to know about the request it serves. */
export const contextOf = async (
  deps: Services,
  httpContext: HttpContext,
  request: Request,
): Promise<RequestCtx> => {
  let browser: Browser | undefined;
  const parts: RequestParts = {
    requestId: httpContext.requestId,
    // Asking the socket takes as long as reading a row, and few use cases want to know.
    get address() {
      return httpContext.address();
    },
    get widerNetwork() {
      return httpContext.widerNetwork();
    },
    get network() {
      return httpContext.network();
    },
    get siteOrigin() {
      return siteOrigin(deps.config, request);
    },
    get browser() {
      return (browser ??= browserOf(deps, httpContext, request));
    },
    handOutToken: (token) => {
      httpContext.outgoing.token = token;
    },
  };
  const actor = await actorOf(deps, httpContext, request, parts);
  const ctx = requestContext(deps, actor, parts);
  const config = await configAskedFor(request, ctx);
  return config === null ? ctx : requestContext({ ...deps, config }, actor, parts);
};

/**
 * Who may change the site may look at it as its drafts would have it, or as a version said it; what they
 * do is done on the present one.
 * @returns null for the present one.
 */
const configAskedFor = async (request: Request, { actor, read }: RequestCtx) => {
  if (request.method !== "GET" || actor.kind !== "member" || !may(actor, "site")) return null;
  if (readHeader(request, "x-site-draft") === "1") return await draftConfig(read);
  const version = readHeader(request, "x-site-version");
  return version === null ? null : await versionConfig(read, Number(version));
};

/** Longer ones are nobody's, and need not be searched. */
const USER_AGENT_MAX = 512;

/**
 * Browser and device in words, such as "Firefox on Windows" or "Safari on iPhone", for the list of
 * one's sessions. Nothing of what was sent is in it but names that are known.
 */
export const browserName = (userAgent: string | null): string => {
  if (userAgent === null || userAgent === "" || userAgent.length > USER_AGENT_MAX)
    return "Unknown browser";
  const { browser, os, platform } = parse(userAgent);
  // "Samsung Internet for Android" on Android.
  const name = (browser.name ?? "").replace(/ for Android$/, "");
  const isHandheld = platform.type === "mobile" || platform.type === "tablet";
  // Of other makers' devices browsers name none.
  const isNamed = isHandheld && platform.vendor === "Apple";
  const device = (isNamed ? platform.model : undefined) ?? os.name ?? "";
  if (name === "") return device === "" ? "Unknown browser" : `Unknown browser on ${device}`;
  return device === "" ? name : `${name} on ${device}`;
};
