import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import { z } from "zod";
import { AppError } from "#server/core/errors.ts";
import { etagOf } from "#server/core/version.ts";
import { findOldAsset } from "#server/modules/builds/index.ts";
import type { Store } from "#server/store/store.ts";
import { MESSAGES } from "#shared/messages.ts";
import { WORKER_PATH } from "./headers.ts";
import type { PackedPage } from "./pack-page.ts";
import { readHeader } from "./request.ts";

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

/**
 * `dist/client/manifest.json`, as scripts/build-client.ts writes it.
 * @public for scripts/build/compile.ts, which checks what it puts into the binary.
 */
export const manifestSchema = z.object({
  buildId: z.string().min(1),
  neededFirst: z.array(z.tuple([z.string().startsWith("/"), z.array(z.string().startsWith("/"))])),
  files: z.record(
    z.string().startsWith("/"),
    z.object({
      type: z.string(),
      etag: z.string(),
      immutable: z.boolean(),
      size: z.int(),
      encodings: z.array(z.enum(["br", "gzip"])),
    }),
  ),
});
type Manifest = z.output<typeof manifestSchema>;

const SUFFIX: Record<Encoding, string> = { br: ".br", gzip: ".gz", identity: "" };

/** One file that browsers fetch. */
export type ClientAsset = {
  type: string;
  /** Strong, quoted, of the plain bytes. */
  etag: string;
  /** True where the name changes with the content. */
  immutable: boolean;
  /** Best first; always ends with `identity`. */
  encodings: readonly Encoding[];
  body(encoding: Encoding): Blob;
};

/** The client as it was built: a folder beside the source, or inside the binary. */
export type ClientAssets = {
  buildId: string;
  /** The bundler's page, with the places where the server fills in. */
  html: string;
  /** Addresses of scripts that a page needs at once, by the beginning of the page's path. */
  neededFirst: readonly (readonly [beginning: string, scripts: readonly string[]])[];
  /** @param path address, such as `/assets/main-3f2a.js`. */
  find(path: string): ClientAsset | undefined;
  paths(): readonly string[];
};

/**
 * Reads a client build.
 * @param manifest what `manifest.json` holds. It is taken at its word: a binary has the one that was made with it.
 * @param open gives a file of the build by its place in it, such as `/assets/main-3f2a.js.br`.
 * @public for the entry that scripts/build.ts writes.
 */
export const assetsFromManifest = async (
  manifest: Manifest,
  open: (path: string) => Blob,
): Promise<ClientAssets> => {
  const { buildId, neededFirst, files } = manifest;
  const assets = new Map<string, ClientAsset>(
    Object.entries(files).map(([path, { type, etag, immutable, encodings }]) => [
      path,
      {
        type,
        etag,
        immutable,
        encodings: [...encodings, "identity"],
        body: (encoding) => open(`${path}${SUFFIX[encoding]}`),
      },
    ]),
  );
  return {
    buildId,
    html: await open("/index.html").text(),
    neededFirst,
    find: (path) => assets.get(path),
    paths: () => [...assets.keys()],
  };
};

/**
 * Reads the client build in a folder, as `bun scripts/build-client.ts` leaves it. All of it stays in
 * memory, a few megabytes: the next build takes the folder's place while this one is still served.
 * @throws when there is none.
 */
export const assetsFromFolder = async (folder: string): Promise<ClientAssets> => {
  const manifest = manifestSchema.parse(await Bun.file(`${folder}/manifest.json`).json());
  const places = Object.entries(manifest.files).flatMap(([path, { encodings }]) =>
    [...encodings, "identity" as const].map((encoding) => `${path}${SUFFIX[encoding]}`),
  );
  const held = new Map<string, Blob>();
  for (const place of new Set([...places, "/index.html"]))
    held.set(place, new Blob([await Bun.file(`${folder}${place}`).bytes()]));
  return await assetsFromManifest(manifest, (place) => held.get(place) ?? new Blob());
};

/** Of what is another address where it is another thing. */
export const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATED = "public, max-age=3600";

/** A worker that is out of date would keep the whole application so. */
const cacheControlOf = (path: string, isImmutable: boolean) =>
  path === WORKER_PATH ? "no-cache" : isImmutable ? IMMUTABLE : REVALIDATED;

const unpack = promisify(brotliDecompress);

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
