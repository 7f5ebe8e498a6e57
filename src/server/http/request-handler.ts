import type { Config, RequestLines } from "#server/config/config.ts";
import {
  clientAddress,
  countedAddress,
  countedNetwork,
  isLoopback,
  isPrivateAddress,
  isThisMachine,
  rangeTest,
  shortenedAddress,
} from "#server/core/addresses.ts";
import { AppError, REFUSALS } from "#server/core/errors.ts";
import type { Log } from "#server/core/log.ts";
import type { Histograms } from "#server/core/metrics.ts";
import { errorResponse } from "./errors.ts";
import { profileOf, type SecurityHeaders } from "./headers.ts";
import type { HttpContext } from "./http-context.ts";
import { isProbePath } from "./monitoring.ts";
import { askedHostname, forwardedFor, isForwarded, namesOneHost, readHeader } from "./request.ts";
import { readyHeaders, type ReadyReply, readyResponse } from "./rest/row.ts";

const PATH_MAX_LENGTH = 1024;
const URL_MAX_LENGTH = 8192;

/** Path of a request's address, as sent, without query and fragment. "" where there is none. */
export const pathOf = (url: string): string => {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + "://".length);
  if (start < 0) return "";
  const end = url.indexOf("?", start);
  const path = end < 0 ? url.slice(start) : url.slice(start, end);
  const fragment = path.indexOf("#");
  return fragment < 0 ? path : path.slice(0, fragment);
};

const PLAIN = /^(?:\/[\w.~!$&'()*+,;=:@-]+)*\/?$/;
// A slash, a backslash or a NUL in disguise; no address of ours has one.
const DISGUISED = /%(?:2f|5c|00)/i;
// Control characters, and what browsers read as a slash.
const NOT_IN_A_PATH = /[\p{Cc}\\]/u;

const isWellFormed = (path: string): boolean => {
  if (!path.startsWith("/")) return false;
  if (PLAIN.test(path)) return true;
  if (path.includes("//") || DISGUISED.test(path)) return false;
  try {
    const decoded = decodeURIComponent(path);
    return !NOT_IN_A_PATH.test(decoded) && !/(^|\/)\.{1,2}(\/|$)/.test(decoded);
  } catch {
    return false;
  }
};

/**
 * Refuses addresses that nobody types and no page links to, before anything interprets them.
 * @throws {AppError} `uri_too_long` or `bad_request`.
 */
const checkTarget = (url: string, path: string): void => {
  if (path.length > PATH_MAX_LENGTH || url.length > URL_MAX_LENGTH)
    throw new AppError("uri_too_long", REFUSALS.addressTooLong);
  if (!URL.canParse(url) || !isWellFormed(path))
    throw new AppError("bad_request", REFUSALS.malformedAddress);
};

/** True below `/api`, in any case. */
const isApiPath = (path: string): boolean => /^\/api(?:\/|$)/i.test(path);

/** Below here a plugin names a player, also one that has left out where the API begins. */
const BRIDGE = "/bridge/";
/** Ids of platforms, people and baskets, wherever somebody may have put them. */
const ID =
  /^(?:\d{15,20}|[\da-f]{32,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+-[\da-f]{16,})$/i;

const isAddress = (segment: string) => segment.includes("@") || segment.includes("%40");
const masked = (segment: string) => (ID.test(segment) || isAddress(segment) ? "{id}" : segment);

/** What nobody has found a route for, or was refused before. */
const NO_ROUTE = "none";

/**
 * A path as the request log may show it, without what says who a person is: below `/api`, where names of
 * players and baskets stand, the pattern of its route.
 * @param path as sent, without query.
 */
const loggedPath = (path: string, pattern: string): string => {
  if (isApiPath(path)) return pattern === NO_ROUTE ? "/api/*" : pattern;
  const start = path.toLowerCase().indexOf(BRIDGE);
  const [known, hidden] =
    start < 0 ? [path, ""] : [path.slice(0, start), `${path.slice(start, start + BRIDGE.length)}*`];
  return known.split("/").map(masked).join("/") + hidden;
};

/** Pictures have folders of their own; other files have a name with an ending. */
const FILE = /^\/(?:media|pictures)\/|\.[a-z\d]+$/i;

/** What kind of request it is, for the choice of those that leave a line. */
const classOf = (path: string): "health" | "api" | "assets" | "pages" => {
  if (isProbePath(path)) return "health";
  if (isApiPath(path) || path.startsWith("/auth/")) return "api";
  return FILE.test(path) ? "assets" : "pages";
};

/** Of several calls in one request some were refused, or for different reasons. */
const SOME_REFUSED = 207;

/** Whether something was refused or has failed. */
const isRefused = (status: number): boolean => status >= 400 || status === SOME_REFUSED;

type RequestLine = {
  method: string;
  /** As it may be shown. */
  path: string;
  status: number;
  ms: number;
  requestId: string;
  /** The client's network; only of what was refused. */
  network?: string | undefined;
};

/** Writes the lines of the log that tell of requests, of those that the owner wants to see. */
const createRequestLines = (log: Log, wanted: RequestLines) => {
  /** Probes fail by the second while the database is away, which has a line of its own. */
  const isWanted = (path: string, status: number): boolean => {
    const kind = classOf(path);
    return wanted.has(kind) || (kind !== "health" && wanted.has("errors") && isRefused(status));
  };
  return {
    isWanted,
    write: ({ method, path, status, ms, requestId, network: address }: RequestLine) => {
      log.info("request", {
        method,
        path,
        status,
        ms: Math.round(ms * 100) / 100,
        requestId,
        address,
      });
    },
  };
};

/** The part of `Bun.serve`'s server that knows the other end of a request's connection. */
export type Peers = {
  requestIP(request: Request): { address: string } | null;
  /** For how many seconds the connection may be silent; 0: for ever. */
  timeout?(request: Request, seconds: number): void;
};

export type FetchHandler = (request: Request, peers?: Peers) => Response | Promise<Response>;

export type RequestHandler = {
  fetch: FetchHandler;
  /** The short way to an address whose reply lies ready. What it answers is what `fetch` would. */
  shortcut: (path: string, pattern: string, replyOf: () => ReadyReply | undefined) => FetchHandler;
};

type RequestHandlerOptions = {
  config: Pick<Config, "publicUrl" | "isPublicUrlSet" | "trustedProxies" | "requestLines">;
  log: Log;
  /** Counts requests; null where they are not counted. */
  durations: Histograms | null;
  headers: SecurityHeaders;
  route: (httpContext: HttpContext, request: Request) => Response | Promise<Response>;
};

const REQUEST_ID = /^[\w.-]{8,64}$/;

const peerOf = (request: Request, peers: Peers | undefined) =>
  peers?.requestIP(request)?.address ?? "";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

/** Any client can make a method up: only those that mean something are told apart. */
const countedMethod = (method: string) => (METHODS.has(method) ? method : "other");

/** Names requests: unique among instances and restarts, not secret. */
const createRequestIds = () => {
  const prefix = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => `${prefix}-${(count++).toString(36)}`;
};

/**
 * Says once that a proxy of our own network is not among those whose word is taken: with it all visitors
 * share one address, and the limits of one. A stranger who makes up such headers comes from elsewhere.
 */
const createProxyWarning = (
  { publicUrl }: Pick<Config, "publicUrl">,
  log: Log,
  isTrusted: (address: string) => boolean,
) => {
  let isDue = publicUrl.startsWith("https:");
  return (request: Request, peerNow: () => string): void => {
    if (!isDue || !isForwarded(request)) return;
    const peer = peerNow();
    const isKnown = isTrusted(peer);
    if (!isKnown && !isPrivateAddress(peer)) return;
    // One proxy is named like the others, or none is: it is not asked again.
    isDue = false;
    if (!isKnown) log.warn("proxy.not_trusted", { message: REFUSALS.proxyNotTrusted(peer) });
  };
};

/** The headers of ready replies. All but one are the same each time, and are merged once. */
const createMergedHeaders = (headers: SecurityHeaders) => {
  const merged = new WeakMap<ReadyReply, Headers>();
  return (reply: ReadyReply): Headers => {
    const known = merged.get(reply);
    if (known !== undefined) return known;
    const made = new Headers({ ...Object.fromEntries(headers.api), ...readyHeaders(reply) });
    merged.set(reply, made);
    return made;
  };
};

/**
 * The outermost request handler: every request comes in here and every answer leaves here. It names the
 * request, refuses what is malformed, and lets nothing out without security headers and a log line.
 */
export const createRequestHandler = ({
  config,
  log,
  durations,
  headers,
  route,
}: RequestHandlerOptions): RequestHandler => {
  const { publicUrl, isPublicUrlSet, trustedProxies } = config;
  const isTrusted = rangeTest(trustedProxies);
  const warnOfProxy = createProxyWarning(config, log, isTrusted);
  const nextRequestId = createRequestIds();
  const mergedHeaders = createMergedHeaders(headers);
  const lines = createRequestLines(log, config.requestLines);

  const requestIdOf = (request: Request, peers: Peers | undefined) => {
    if (trustedProxies.length === 0) return nextRequestId();
    const given = readHeader(request, "x-request-id") ?? "";
    return REQUEST_ID.test(given) && isTrusted(peerOf(request, peers)) ? given : nextRequestId();
  };

  const answer = async (httpContext: HttpContext, request: Request): Promise<Response> => {
    if (!namesOneHost(request)) throw new AppError("bad_request", REFUSALS.malformedHost);
    checkTarget(request.url, httpContext.path);
    const elsewhere = isPublicUrlSet ? redirectToPublicHost(request, publicUrl) : null;
    if (elsewhere !== null) return elsewhere;
    return await route(
      httpContext,
      httpContext.isHead ? new Request(request, { method: "GET" }) : request,
    );
  };

  const finished = async (httpContext: HttpContext, request: Request): Promise<Response> => {
    const response = await answer(httpContext, request).catch((error: unknown) =>
      errorResponse(error, {
        log,
        requestId: httpContext.requestId,
        refusal: httpContext.profile === "api" ? "message" : "text",
      }),
    );
    const outgoingHeaders = response.headers;
    for (const [name, value] of headers[httpContext.profile])
      if (!outgoingHeaders.has(name)) outgoingHeaders.set(name, value);
    outgoingHeaders.set("x-request-id", httpContext.requestId);
    // On refusals too: whoever caused one has used the session, or has been here all the same.
    const { token, cookies } = httpContext.outgoing;
    if (token !== null) outgoingHeaders.set("x-auth-token", token);
    for (const cookie of cookies) outgoingHeaders.append("set-cookie", cookie);
    return response;
  };

  /** HTTP/1.0, as some balancers' probes speak it, names no host, and so no whole address. */
  const withHost = (request: Request) =>
    request.url.startsWith("/") && !request.headers.has("host")
      ? new Request(publicUrl + request.url, request)
      : request;

  const fetch: FetchHandler = (incoming, peers) => {
    const startedMs = performance.now();
    const request = withHost(incoming);
    const path = pathOf(request.url);
    const peerNow = () => peerOf(incoming, peers);
    warnOfProxy(request, peerNow);
    const clientOf = () => clientAddress(peerNow(), forwardedFor(request), isTrusted);
    const httpContext: HttpContext = {
      requestId: requestIdOf(incoming, peers),
      path,
      route: isApiPath(path) ? path.toLowerCase() : path,
      isHead: request.method === "HEAD",
      profile: profileOf(path, request.url),
      pattern: NO_ROUTE,
      isLocal: () =>
        isLoopback(peerNow()) && isThisMachine(askedHostname(request)) && !isForwarded(request),
      address: () => countedAddress(clientOf()),
      widerNetwork: () => countedNetwork(clientOf()),
      network: () => shortenedAddress(clientOf()),
      letWait: (seconds) => peers?.timeout?.(incoming, seconds),
      outgoing: { token: null, cookies: [] },
    };
    return finished(httpContext, request).then((response) => {
      const { status } = response;
      const { method } = request;
      const { pattern, requestId } = httpContext;
      const ms = performance.now() - startedMs;
      durations?.of([countedMethod(method), pattern, String(status)]).observe(ms / 1000);
      if (!lines.isWanted(path, status)) return response;
      // Only where something was refused or failed, and no more of it than its network.
      const network = isRefused(status) ? shortenedAddress(clientOf()) : undefined;
      const logged = httpContext.calls ?? loggedPath(path, pattern);
      lines.write({ method, path: logged, status, ms, requestId, network });
      return response;
    });
  };

  const shortcut: RequestHandler["shortcut"] = (path, pattern, replyOf) => {
    const [whole, unchanged] = [200, 304].map((status) => ({
      duration: durations?.of(["GET", pattern, String(status)]),
      isLogged: lines.isWanted(path, status),
    }));
    return (request, peers) => {
      const startedMs = performance.now();
      const { method } = request;
      const reply = method === "GET" ? replyOf() : undefined;
      if (reply === undefined || !namesOneHost(request)) return fetch(request, peers);
      const requestId = requestIdOf(request, peers);
      // A response copies its headers when it is made, so one object serves every request.
      const shared = mergedHeaders(reply);
      shared.set("x-request-id", requestId);
      const response = readyResponse(reply, request, shared);
      const { status } = response;
      const known = status === 200 ? whole : unchanged;
      const ms = performance.now() - startedMs;
      known?.duration?.observe(ms / 1000);
      if (known?.isLogged === true) lines.write({ method, path: pattern, status, ms, requestId });
      return response;
    };
  };

  return { fetch, shortcut };
};

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
  if (isProbePath(path) || !isNavigation(request)) return null;
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
