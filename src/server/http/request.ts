import { AppError, REFUSALS } from "#server/core/errors.ts";
import { DOCUMENT_MAX } from "#shared/constants/site.ts";
import { isTooDeep } from "#shared/rules/text.ts";

/** The longest of each header that is read, in characters. Ours and browsers' are far shorter. */
const LONGEST = {
  accept: 1024,
  "accept-encoding": 256,
  authorization: 2048,
  "content-length": 20,
  "content-type": 256,
  cookie: 8192,
  "idempotency-key": 200,
  "if-none-match": 1024,
  "sec-fetch-dest": 32,
  "sec-fetch-mode": 32,
  "sec-fetch-site": 32,
  "sec-purpose": 64,
  "user-agent": 512,
  "x-background": 8,
  "x-forwarded-host": 300,
  "x-missed-ms": 10,
  "x-request-id": 64,
  "x-signature": 128,
  "x-site-draft": 8,
  "x-site-version": 10,
} as const;

/**
 * A header as it was sent, bounded: nothing else under src/server/http reads one by itself.
 * @returns null where there is none, and "", which says nothing, for one that is too long.
 */
export const readHeader = (
  { headers }: Pick<Request, "headers">,
  name: keyof typeof LONGEST,
): string | null => {
  const value = headers.get(name);
  return value === null || value.length <= LONGEST[name] ? value : "";
};

/** False where a page that is not ours sent it. Old browsers and programs say nothing. */
export const isOwnCall = (request: Pick<Request, "headers">): boolean =>
  ["same-origin", "none", null].includes(readHeader(request, "sec-fetch-site"));

/** A name or an address, and a port. Two `Host` headers come as one with a comma in it. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const HOST_LENGTH_MAX = 260;

/** The last one that was looked at and is right: nearly all requests name the same. */
let rightHost = "";

/** True where exactly one host was asked for (RFC 9112, section 3.2), or none, as HTTP/1.0 may. */
export const namesOneHost = ({ headers }: Pick<Request, "headers">): boolean => {
  const host = headers.get("host");
  if (host === null || host === rightHost) return true;
  if (host.length > HOST_LENGTH_MAX || !HOST.test(host)) return false;
  rightHost = host;
  return true;
};

/** The name of the host that was asked for, without its port; "" where none can be read. */
export const askedHostname = ({ headers, url }: Pick<Request, "headers" | "url">): string => {
  const host = headers.get("host");
  const asked = host === null ? url : `http://${host}`;
  return URL.canParse(asked) ? new URL(asked).hostname : "";
};

/** Each hop takes less than 50 characters; whoever makes up more stands further left. */
const FORWARDED_FOR_TAIL = 1024;

/** The hops of `X-Forwarded-For`, the nearest last; of a very long one only the nearest. */
export const forwardedFor = ({ headers }: Pick<Request, "headers">): string[] => {
  const value = headers.get("x-forwarded-for") ?? "";
  const hops = value.slice(-FORWARDED_FOR_TAIL).split(",");
  // The first may be half an address.
  return value.length > FORWARDED_FOR_TAIL ? hops.slice(1) : hops;
};

/** What proxies add, whoever else may have. */
const FORWARDED = ["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-host", "via"] as const;

/** Whether somebody may have passed it on: then the other end of the connection is not who asks. */
export const isForwarded = ({ headers }: Pick<Request, "headers">): boolean =>
  FORWARDED.some((name) => headers.has(name));

const BEARER = "bearer";

/** The token that a request sends; null where it sends none. */
export const bearerOf = (request: Pick<Request, "headers">): string | null => {
  const value = readHeader(request, "authorization") ?? "";
  if (value.slice(0, BEARER.length).toLowerCase() !== BEARER) return null;
  const rest = value.slice(BEARER.length);
  return rest === "" || rest.startsWith(" ") ? rest.trimStart() : null;
};

/** No call of ours needs more: the longest text is 4,000 characters. */
export const BODY_MAX_BYTES = 64 * 1024;

/** A section of the site's document, with what stands around it. */
export const SITE_DRAFT_MAX_BYTES = DOCUMENT_MAX + BODY_MAX_BYTES;

const decoded = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const MEGABYTE = 1024 * 1024;
const tooLargeText = (maxBytes: number) =>
  maxBytes < MEGABYTE ? REFUSALS.bodyTooLarge : REFUSALS.bodyOver(Math.floor(maxBytes / MEGABYTE));

/**
 * A request's body as it arrives; reading ends where it grows too large.
 * @param maxBytes longest body.
 * @param refusal what is said of a longer one.
 * @throws {AppError} `payload_too_large`; `bad_request` where its sender hung up half-way.
 */
export async function* bodyChunks(
  request: Request,
  maxBytes: number,
  refusal: string,
): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new AppError("payload_too_large", refusal);
  if (Number(readHeader(request, "content-length") ?? 0) > maxBytes) throw tooLarge();
  if (request.body === null) return;
  let length = 0;
  try {
    for await (const chunk of request.body) {
      length += chunk.byteLength;
      if (length > maxBytes) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Only the connection can fail here, and that is no failure of ours.
    throw new AppError("bad_request", REFUSALS.bodyCutShort);
  }
}

/**
 * Reads a request's body as a whole.
 * @param maxBytes, refusal as for `bodyChunks`.
 * @throws {AppError} as `bodyChunks`.
 */
export const readBody = async (
  request: Request,
  maxBytes = BODY_MAX_BYTES,
  refusal = tooLargeText(maxBytes),
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(Buffer.concat(await Array.fromAsync(bodyChunks(request, maxBytes, refusal))));

const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i;

/**
 * What a body is said to be. Programs may leave that out. For pages of other sites it would be a way
 * around the question that browsers ask us before they send JSON.
 */
const typeOf = (request: Request): string =>
  readHeader(request, "content-type") ?? (isOwnCall(request) ? "application/json" : "");

/**
 * The text of a JSON body, which nests no deeper than anything we take; null where there is none.
 * @param maxBytes longest body.
 * @throws {AppError} likewise; `unsupported_media_type` where it is said to be something else.
 */
export const readJsonText = async (request: Request, maxBytes?: number): Promise<string | null> => {
  const bytes = await readBody(request, maxBytes);
  if (bytes.length === 0) return null;
  if (!JSON_TYPE.test(typeOf(request)))
    throw new AppError("unsupported_media_type", REFUSALS.wantsJson);
  const text = decoded(bytes);
  if (text === null || isTooDeep(text)) throw new AppError("bad_request", REFUSALS.malformedBody);
  return text;
};
