import { promisify } from "node:util";
import { gzip } from "node:zlib";

export const ENCODINGS = ["br", "gzip", "identity"] as const;
/** How a body is packed, best first. */
export type Encoding = (typeof ENCODINGS)[number];

const qualitiesOf = (acceptEncoding: string) =>
  new Map(
    acceptEncoding.split(",").map((part) => {
      const [name = "", ...parameters] = part
        .toLowerCase()
        .split(";")
        .map((piece) => piece.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      const number = quality === undefined ? 1 : Number(quality);
      return [name, Number.isFinite(number) ? number : 0] as const;
    }),
  );

/**
 * The packing that the client likes best, by the quality values of `Accept-Encoding` and, where
 * those are equal, by our own order. Plain where nothing fits: better than no answer.
 */
export const chooseEncoding = (
  acceptEncoding: string | null,
  available: readonly Encoding[],
): Encoding => {
  if (acceptEncoding === null || acceptEncoding === "") return "identity";
  const qualities = qualitiesOf(acceptEncoding);
  const others = qualities.get("*");
  // Unless it is named, plain is what remains, not what is asked for.
  const qualityOf = (encoding: Encoding) =>
    qualities.get(encoding) ?? others ?? (encoding === "identity" ? 0.0001 : 0);
  let best: Encoding = "identity";
  let bestQuality = 0;
  for (const encoding of ENCODINGS) {
    if (!available.includes(encoding) || qualityOf(encoding) <= bestQuality) continue;
    best = encoding;
    bestQuality = qualityOf(encoding);
  }
  return best;
};

/** True where `If-None-Match` names this entity tag, or any. */
export const isNotModified = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null &&
  ifNoneMatch
    .split(",")
    .some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === etag);

const packGzip = promisify(gzip);

/** What is shorter arrives in one packet as it is, in bytes. */
const PACKED_FROM = 1400;

/**
 * An answer that is made for one request, packed where the client takes it so and it is long enough. Not for
 * answers with a secret beside what somebody else may have chosen: their length would tell of it.
 */
export const gzipAnswer = async (
  response: Response,
  acceptEncoding: string | null,
): Promise<Response> => {
  const { headers } = response;
  headers.append("vary", "accept-encoding");
  if (chooseEncoding(acceptEncoding, ["gzip", "identity"]) === "identity") return response;
  const plain = await response.arrayBuffer();
  if (plain.byteLength < PACKED_FROM) return new Response(plain, response);
  headers.set("content-encoding", "gzip");
  headers.delete("content-length");
  return new Response(await packGzip(plain), response);
};
