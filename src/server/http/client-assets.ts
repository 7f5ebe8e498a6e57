import { z } from "zod";
import type { Encoding } from "./encoding.ts";

/** `dist/client/manifest.json`, as scripts/build-client.ts writes it. */
const manifestSchema = z.object({
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
 * @param manifest what `manifest.json` holds.
 * @param open gives a file of the build by its place in it, such as `/assets/main-3f2a.js.br`.
 * @public for the entry that scripts/build.ts writes.
 */
export const assetsFromManifest = async (
  manifest: unknown,
  open: (path: string) => Blob,
): Promise<ClientAssets> => {
  const { buildId, neededFirst, files } = manifestSchema.parse(manifest);
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
