import { etagOf } from "#server/core/etag.ts";
import { readHeader } from "./request.ts";
import { isNotModified } from "./static.ts";

/**
 * A text that programs ask for again and again, with a tag that follows from it.
 * @param type its content type, with the charset. @param maxAge in seconds.
 * @returns 304 where the client has it already.
 */
export const taggedFile = (
  request: Request,
  { body, type, maxAge }: { body: string; type: string; maxAge: number },
): Response => {
  const headers = {
    "content-type": type,
    "cache-control": `public, max-age=${maxAge}`,
    etag: etagOf(body),
  };
  return isNotModified(readHeader(request, "if-none-match"), headers.etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers });
};
