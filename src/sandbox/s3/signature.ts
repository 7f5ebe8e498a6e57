import { createHash, createHmac, timingSafeEqual } from "node:crypto";

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
export const refusalOf = (
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
