import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Outages } from "#sandbox/outages.ts";

const ALGORITHM = "AWS4-HMAC-SHA256";
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z\d;-]+), ?Signature=([\da-f]{64})$/;
/** How old a signed request may be, as with the real one. */
const AGE_MAX_MS = 15 * 60_000;

const hmac = (key: Buffer | string, text: string) =>
  createHmac("sha256", key).update(text).digest();

/** A moment as it is signed: `20261124T061842Z`. */
const momentOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

const canonicalRequest = (request: Request, signedHeaders: string): string => {
  const { pathname, search } = new URL(request.url);
  const query = search.slice(1).split("&").filter(Boolean).toSorted().join("&");
  const headers = signedHeaders
    .split(";")
    .map((name) => `${name}:${request.headers.get(name)?.trim() ?? ""}\n`)
    .join("");
  const payload = request.headers.get("x-amz-content-sha256") ?? "";
  return [request.method, pathname, query, headers, signedHeaders, payload].join("\n");
};

/**
 * Checks a request as S3 does (Signature Version 4).
 * @returns null where it is right, otherwise the code that S3 answers with.
 */
const refusalOf = (
  request: Request,
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
):
  | "AccessDenied"
  | "InvalidAccessKeyId"
  | "RequestTimeTooSkewed"
  | "SignatureDoesNotMatch"
  | null => {
  const [, keyId, day = "", region = "", signedHeaders = "", signature = ""] =
    AUTHORIZATION.exec(request.headers.get("authorization") ?? "") ?? [];
  if (keyId === undefined) return "AccessDenied";
  if (keyId !== accessKeyId) return "InvalidAccessKeyId";
  const moment = request.headers.get("x-amz-date") ?? "";
  if (!(Math.abs(Date.now() - momentOf(moment)) < AGE_MAX_MS)) return "RequestTimeTooSkewed";
  const needed = ["host", "x-amz-date", "x-amz-content-sha256"];
  if (!needed.every((name) => signedHeaders.split(";").includes(name))) return "AccessDenied";
  const hash = createHash("sha256").update(canonicalRequest(request, signedHeaders)).digest("hex");
  const toSign = [ALGORITHM, moment, `${day}/${region}/s3/aws4_request`, hash].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(
    (made, part) => hmac(made, part),
    `AWS4${secretAccessKey}`,
  );
  const isRight = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, "hex"));
  return isRight ? null : "SignatureDoesNotMatch";
};

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
