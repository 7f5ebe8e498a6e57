import {
  clientAddress,
  countedAddress,
  countedNetwork,
  rangeTest,
  shortenedAddress,
} from "#server/addresses.ts";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import { REFUSALS } from "#server/refusals.ts";
import { redirectToPublicHost } from "./canonical-host.ts";
import { errorResponse } from "./errors.ts";
import { isHealthPath } from "./health.ts";
import { profileOf, type SecurityHeaders } from "./headers.ts";
import { loggedPath } from "./logged-path.ts";
import { forwardedFor, namesOneHost, readHeader } from "./request-headers.ts";
import { checkTarget, isApiPath, pathOf } from "./request-target.ts";
import { readyHeaders, readyResponse } from "./rest/ready.ts";
import type { ReadyReply } from "./rest/row.ts";
import type { Visit } from "./visit.ts";

/** The part of `Bun.serve`'s server that is asked who is at the other end. */
export type Peers = { requestIP(request: Request): { address: string } | null };

export type Door = (request: Request, peers?: Peers) => Response | Promise<Response>;

export type OuterDoor = {
  fetch: Door;
  /** The short way to an address whose reply lies ready. What it answers is what `fetch` would. */
  shortcut: (path: string, replyOf: () => ReadyReply | undefined) => Door;
};

type DoorOptions = {
  config: Pick<Config, "publicUrl" | "isPublicUrlSet" | "trustedProxies">;
  log: Log;
  headers: SecurityHeaders;
  route: (visit: Visit, request: Request) => Response | Promise<Response>;
};

const REQUEST_ID = /^[\w.-]{8,64}$/;

const peerOf = (request: Request, peers: Peers | undefined) =>
  peers?.requestIP(request)?.address ?? "";

/** Names requests: unique among instances and restarts, not secret. */
const createRequestIds = () => {
  const prefix = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => `${prefix}-${(count++).toString(36)}`;
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
 * The outermost door: every request comes in here and every answer leaves here. It names the
 * request, refuses what is malformed, and lets nothing out without security headers and a log line.
 */
export const createDoor = ({ config, log, headers, route }: DoorOptions): OuterDoor => {
  const { publicUrl, isPublicUrlSet, trustedProxies } = config;
  const isTrusted = rangeTest(trustedProxies);
  const nextRequestId = createRequestIds();
  const mergedHeaders = createMergedHeaders(headers);

  const requestIdOf = (request: Request, peers: Peers | undefined) => {
    if (trustedProxies.length === 0) return nextRequestId();
    const given = readHeader(request, "x-request-id") ?? "";
    return REQUEST_ID.test(given) && isTrusted(peerOf(request, peers)) ? given : nextRequestId();
  };

  const answer = async (visit: Visit, request: Request): Promise<Response> => {
    if (!namesOneHost(request)) throw new AppError("bad_request", REFUSALS.malformedHost);
    checkTarget(request.url, visit.path);
    const elsewhere = isPublicUrlSet ? redirectToPublicHost(request, publicUrl) : null;
    if (elsewhere !== null) return elsewhere;
    return await route(visit, visit.isHead ? new Request(request, { method: "GET" }) : request);
  };

  const finished = async (visit: Visit, request: Request): Promise<Response> => {
    const response = await answer(visit, request).catch((error: unknown) =>
      errorResponse(error, {
        log,
        requestId: visit.requestId,
        refusal: visit.profile === "api" ? "message" : "text",
      }),
    );
    const told = response.headers;
    for (const [name, value] of headers[visit.profile]) if (!told.has(name)) told.set(name, value);
    told.set("x-request-id", visit.requestId);
    // On refusals too: whoever caused one has used the session, or has been here all the same.
    const { token, cookies } = visit.outgoing;
    if (token !== null) told.set("x-auth-token", token);
    for (const cookie of cookies) told.append("set-cookie", cookie);
    return response;
  };

  /** HTTP/1.0, as some balancers' probes speak it, names no host, and so no whole address. */
  const withHost = (request: Request) =>
    request.url.startsWith("/") && !request.headers.has("host")
      ? new Request(publicUrl + request.url, request)
      : request;

  const writeLine = (
    method: string,
    path: string,
    status: number,
    startedMs: number,
    requestId: string,
    address?: string,
  ) =>
    log[isHealthPath(path) ? "debug" : "info"]("request", {
      method,
      path: loggedPath(path),
      status,
      ms: Math.round((performance.now() - startedMs) * 100) / 100,
      requestId,
      address,
    });

  const fetch: Door = (incoming, peers) => {
    const startedMs = performance.now();
    const request = withHost(incoming);
    const path = pathOf(request.url);
    const clientOf = () => clientAddress(peerOf(incoming, peers), forwardedFor(request), isTrusted);
    const visit: Visit = {
      requestId: requestIdOf(incoming, peers),
      path,
      route: isApiPath(path) ? path.toLowerCase() : path,
      isHead: request.method === "HEAD",
      profile: profileOf(path),
      address: () => countedAddress(clientOf()),
      widerNetwork: () => countedNetwork(clientOf()),
      network: () => shortenedAddress(clientOf()),
      outgoing: { token: null, cookies: [] },
    };
    return finished(visit, request).then((response) => {
      const { status } = response;
      // Only where something was refused or failed, and no more of it than its network.
      const address = status < 400 ? undefined : shortenedAddress(clientOf());
      writeLine(request.method, path, status, startedMs, visit.requestId, address);
      return response;
    });
  };

  const shortcut: OuterDoor["shortcut"] = (path, replyOf) => (request, peers) => {
    const startedMs = performance.now();
    const { method } = request;
    const reply = method === "GET" || method === "HEAD" ? replyOf() : undefined;
    if (reply === undefined || !namesOneHost(request)) return fetch(request, peers);
    const requestId = requestIdOf(request, peers);
    // A response copies its headers when it is made, so one object serves every request.
    const shared = mergedHeaders(reply);
    shared.set("x-request-id", requestId);
    const response = readyResponse(reply, request, shared);
    writeLine(method, path, response.status, startedMs, requestId);
    return response;
  };

  return { fetch, shortcut };
};
