import { isNotModified } from "#server/http/encoding.ts";
import { readHeader } from "#server/http/request-headers.ts";
import type { ReadyReply } from "./row.ts";

/** What a ready reply says of itself. It is always asked for again: status moves within seconds. */
export const readyHeaders = ({ etag }: ReadyReply) => ({
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-cache",
  etag,
});

/** The reply, or that the client has it already. */
export const readyResponse = (reply: ReadyReply, request: Request, headers: Headers): Response =>
  isNotModified(readHeader(request, "if-none-match"), reply.etag)
    ? new Response(null, { status: 304, headers })
    : new Response(reply.body, { headers });
