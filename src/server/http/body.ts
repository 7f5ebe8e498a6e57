import { AppError } from "#server/core/errors.ts";
import { REFUSALS } from "#server/core/refusals.ts";
import { isTooDeep } from "#shared/rules/json-depth.ts";
import { DOCUMENT_MAX } from "#shared/schemas/site-document.ts";
import { isOwnCall, readHeader } from "./request-headers.ts";

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
