import { join } from "node:path";
import type { NeededFirst } from "./bundle.ts";
import { compress, type Encoding, ENCODING_SUFFIX } from "./compress.ts";
import { CLIENT_DIR } from "./places.ts";

/** `dist/client/manifest.json`: what the site serves under which address. */
type ClientManifest = {
  /** Changes when any byte of the client does. */
  buildId: string;
  neededFirst: NeededFirst;
  /** By address; `index.html` is no address of its own and not among them. */
  files: Record<
    string,
    {
      type: string;
      /** Strong, of the uncompressed bytes. */
      etag: string;
      /** True where the name carries a hash of the content. */
      immutable: boolean;
      /** Bytes, uncompressed. */
      size: number;
      encodings: readonly Encoding[];
    }
  >;
};

/** At the root: it sees what lies below its own address. */
const WORKER = "sw.js";

const digest = (bytes: Uint8Array | string) =>
  new Bun.CryptoHasher("sha256").update(bytes).digest("base64url").slice(0, 22);

const typeOf = (path: string) =>
  path.endsWith(".webmanifest") ? "application/manifest+json" : Bun.file(path).type;

/** Packs every file of the folder, and writes the manifest beside them. */
export const writeManifest = async (
  outDir: string,
  neededFirst: NeededFirst,
): Promise<ClientManifest> => {
  const paths = await Array.fromAsync(new Bun.Glob("**/*").scan({ cwd: outDir, dot: true }));
  const files: ClientManifest["files"] = {};
  const worker = await Bun.file(join(CLIENT_DIR, "service-worker.js")).text();
  const digests = [digest(worker)];

  const add = async (path: string, bytes: Uint8Array) => {
    const copies = await compress(path, bytes);
    for (const { encoding, bytes: packed } of copies)
      await Bun.write(join(outDir, `${path}${ENCODING_SUFFIX[encoding]}`), packed);
    files[`/${path}`] = {
      type: typeOf(path),
      etag: `"${digest(bytes)}"`,
      immutable: path.startsWith("assets/"),
      size: bytes.byteLength,
      encodings: copies.map(({ encoding }) => encoding),
    };
  };
  await Promise.all(
    paths.map(async (path) => {
      const bytes = await Bun.file(join(outDir, path)).bytes();
      digests.push(`${path} ${digest(bytes)}`);
      if (path !== "index.html") await add(path, bytes);
    }),
  );
  const buildId = digest(digests.toSorted().join("\n")).slice(0, 12);

  // The service worker names the build and its scripts: it comes last.
  const scripts = Object.keys(files)
    .filter((path) => /^\/assets\/.*\.(?:css|js)$/.test(path))
    .toSorted();
  const bytes = new TextEncoder().encode(
    `const BUILD = ${JSON.stringify(buildId)};\nconst SCRIPTS = ${JSON.stringify(scripts)};\n${worker}`,
  );
  await Bun.write(join(outDir, WORKER), bytes);
  await add(WORKER, bytes);

  const manifest: ClientManifest = {
    buildId,
    neededFirst,
    files: Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => a.localeCompare(b))),
  };
  await Bun.write(join(outDir, "manifest.json"), JSON.stringify(manifest, null, 1));
  return manifest;
};
