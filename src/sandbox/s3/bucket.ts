import type { Outages } from "#sandbox/outages.ts";
import { refusalOf } from "./signature.ts";

/** The one bucket that there is. */
const BUCKET = "site-backups";
const PREFIX = "demo/";
const ACCESS = { accessKeyId: "SANDBOXKEY", secretAccessKey: "sandbox-secret-of-the-bucket" };
/** A part of a file; the real one takes five gigabytes. */
const REQUEST_MAX_BYTES = 64 * 1024 * 1024;
const PAGE_MAX = 1000;

const XML = { "content-type": "application/xml" };
const STATUS: Readonly<Record<string, number>> = {
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  MethodNotAllowed: 405,
};

const refuse = (code: string): Response =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>The sandbox says ${code}.</Message></Error>`,
    { status: STATUS[code] ?? 403, headers: XML },
  );

const answer = (root: string, inside: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?><${root}>${inside}</${root}>`, {
    headers: XML,
  });

const tagOf = (bytes: Uint8Array): string =>
  `"${new Bun.CryptoHasher("md5").update(bytes).digest("hex")}"`;

export type SandboxBucket = {
  /** The names of what lies in the bucket, in order. */
  names(): string[];
  /** @returns undefined where there is no such file. */
  read(name: string): Uint8Array | undefined;
  /** How many requests were refused since the start: for a wrong key, signature or bucket. */
  refused(): number;
  /** What the site's environment has to say to put its backups here. */
  environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

/** Starts an imitation of S3, in memory, that checks every signature. */
export const startBucket = (outages: Outages): SandboxBucket => {
  const files = new Map<string, Uint8Array>();
  const startedAt = new Date().toISOString();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  let refused = 0;

  const list = (query: URLSearchParams): Response => {
    const prefix = query.get("prefix") ?? "";
    const after = query.get("start-after") ?? "";
    const max = Math.min(PAGE_MAX, Number(query.get("max-keys") ?? PAGE_MAX));
    const names = [...files.keys()]
      .toSorted()
      .filter((one) => one.startsWith(prefix) && one > after);
    const page = names.slice(0, max).map((name) => {
      const size = files.get(name)?.length ?? 0;
      return `<Contents><Key>${Bun.escapeHTML(name)}</Key><LastModified>${startedAt}</LastModified><Size>${size}</Size></Contents>`;
    });
    return answer(
      "ListBucketResult",
      `<Name>${BUCKET}</Name><IsTruncated>${names.length > max}</IsTruncated>${page.join("")}`,
    );
  };

  /** A file in several parts: begun, sent and put together. */
  const uploadParts = async (request: Request, name: string, query: URLSearchParams) => {
    if (query.has("uploads")) {
      const id = crypto.randomUUID();
      uploads.set(id, new Map());
      return answer("InitiateMultipartUploadResult", `<UploadId>${id}</UploadId>`);
    }
    const id = query.get("uploadId") ?? "";
    const parts = uploads.get(id);
    if (parts === undefined) return refuse("NoSuchUpload");
    if (request.method === "PUT") {
      const bytes = await request.bytes();
      parts.set(Number(query.get("partNumber")), bytes);
      return new Response(null, { headers: { etag: tagOf(bytes) } });
    }
    uploads.delete(id);
    if (request.method === "POST") {
      const inOrder = [...parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes);
      files.set(name, Buffer.concat(inOrder));
    }
    return answer("CompleteMultipartUploadResult", "");
  };

  const handle = async (request: Request): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(request.url);
    const [bucket = "", ...rest] = pathname.slice(1).split("/").map(decodeURIComponent);
    const name = rest.join("/");
    const refusal = refusalOf(request, ACCESS) ?? (bucket === BUCKET ? null : "NoSuchBucket");
    if (refusal !== null) {
      refused += 1;
      return refuse(refusal);
    }
    const { method } = request;
    if (method === "GET" && query.has("list-type")) return list(query);
    if (query.has("uploads") || query.has("uploadId")) return uploadParts(request, name, query);
    if (method === "PUT") {
      const bytes = await request.bytes();
      files.set(name, bytes);
      return new Response(null, { headers: { etag: tagOf(bytes) } });
    }
    if (method === "DELETE") {
      files.delete(name);
      return new Response(null, { status: 204 });
    }
    const found = files.get(name);
    if (found === undefined) return refuse("NoSuchKey");
    if (method !== "GET" && method !== "HEAD") return refuse("MethodNotAllowed");
    return new Response(method === "HEAD" ? null : new Uint8Array(found), {
      headers: {
        etag: tagOf(found),
        "content-length": String(found.length),
        "last-modified": new Date().toUTCString(),
      },
    });
  };

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    maxRequestBodySize: REQUEST_MAX_BYTES,
    idleTimeout: 60,
    fetch: (request) => outages.answer("s3", "files", request, () => handle(request)),
  });
  return {
    names: () => [...files.keys()].toSorted(),
    read: (name) => files.get(name),
    refused: () => refused,
    environment: {
      BACKUP_TO: `s3://${BUCKET}/${PREFIX.slice(0, -1)}`,
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_ACCESS_KEY_ID: ACCESS.accessKeyId,
      S3_SECRET_ACCESS_KEY: ACCESS.secretAccessKey,
    },
    stop: () => server.stop(true),
  };
};
