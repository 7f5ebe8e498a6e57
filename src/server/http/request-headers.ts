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

/** True where exactly one host was asked for (RFC 9112, section 3.2), or none, as HTTP/1.0 may. */
export const namesOneHost = ({ headers }: Pick<Request, "headers">): boolean => {
  const host = headers.get("host");
  return host === null || (host.length <= HOST_LENGTH_MAX && HOST.test(host));
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
