import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import { AppError } from "#server/core/errors.ts";
import { etagOf } from "#server/core/etag.ts";
import { findOldAsset } from "#server/modules/builds/index.ts";
import type { Store } from "#server/store/store.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ClientAssets } from "./client-assets.ts";
import { chooseEncoding, type Encoding, isNotModified } from "./encoding.ts";
import { WORKER_PATH } from "./headers.ts";
import type { PackedPage } from "./pack-page.ts";
import { readHeader } from "./request-headers.ts";

/** Of what is another address where it is another thing. */
export const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATED = "public, max-age=3600";

/** A worker that is out of date would keep the whole application so. */
const cacheControlOf = (path: string, isImmutable: boolean) =>
  path === WORKER_PATH ? "no-cache" : isImmutable ? IMMUTABLE : REVALIDATED;

const unpack = promisify(brotliDecompress);
const packGzip = promisify(gzip);

/** Something that is served in several packings under one address. */
export type Packed = {
  type: string;
  /** Strong, quoted, of the plain bytes. */
  etag: string;
  cacheControl: string;
  status?: number;
  encodings: readonly Encoding[];
  body(encoding: Encoding): BodyInit | Promise<BodyInit>;
};

/** Something that is kept in one packing. Hardly anybody wants another: for them it is packed anew. */
export const packedPage = (
  { etag, br }: PackedPage,
  served: Pick<Packed, "type" | "cacheControl" | "status">,
): Packed => ({
  ...served,
  etag,
  encodings: ["br", "gzip", "identity"],
  body: async (encoding) => {
    if (encoding === "br") return br;
    const plain = await unpack(br);
    return encoding === "gzip" ? await packGzip(plain) : plain;
  },
});

const IS_TEXT = /^text\/|[+/]xml/;

/** Text says its charset; what an SVG is written in, no build tool says. */
const withCharset = (type: string) =>
  IS_TEXT.test(type) && !type.includes("charset=") ? `${type}; charset=utf-8` : type;

/** Serves it as the client likes it best, or says that the client has it already. */
export const packedResponse = async (packed: Packed, request: Request): Promise<Response> => {
  const encoding = chooseEncoding(readHeader(request, "accept-encoding"), packed.encodings);
  const isPlain = encoding === "identity";
  // Other bytes, another tag: a strong one names exactly what was sent.
  const etag = isPlain ? packed.etag : packed.etag.replace(/"$/, `-${encoding}"`);
  const { status = 200 } = packed;
  const headers = new Headers({
    "cache-control": packed.cacheControl,
    etag,
    vary: "Accept-Encoding",
  });
  // "You have it already" is said of what is there, never of what is not (RFC 9110, section 13.2.1).
  if (status === 200 && isNotModified(readHeader(request, "if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  headers.set("content-type", withCharset(packed.type));
  if (!isPlain) headers.set("content-encoding", encoding);
  return new Response(await packed.body(encoding), { status, headers });
};

const oldAsset = async (store: Store, path: string): Promise<Packed> => {
  const found = await findOldAsset(store.read, path);
  if (found === null) throw new AppError("not_found", MESSAGES.notFound);
  const { type, packed } = found;
  const bytes = Buffer.from(packed);
  return {
    type,
    etag: etagOf(bytes),
    cacheControl: IMMUTABLE,
    encodings: ["br", "identity"],
    body: (encoding) => (encoding === "br" ? bytes : unpack(bytes)),
  };
};

/**
 * Serves the client's files.
 * @returns a function that answers for a file of this build or, under `/assets`, of an older one;
 *   null where the path is no file's. A missing asset is an `AppError`, never a page.
 */
export const createFiles = ({ assets, store }: { assets: ClientAssets; store: Store }) => {
  const packedOf = async (path: string): Promise<Packed | null> => {
    const asset = assets.find(path);
    if (asset !== undefined)
      return { ...asset, cacheControl: cacheControlOf(path, asset.immutable) };
    return path.startsWith("/assets/") ? await oldAsset(store, path) : null;
  };
  return async (path: string, request: Request): Promise<Response | null> => {
    const packed = await packedOf(path);
    return packed === null ? null : await packedResponse(packed, request);
  };
};
