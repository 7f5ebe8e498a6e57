import type { Community } from "#server/config/community.ts";
import type { Services } from "#server/context/services.ts";
import type { ErrorCode, SpecificCode } from "#server/core/errors.ts";
import { isNotModified } from "#server/http/encoding.ts";
import type { Refusal } from "#server/http/errors.ts";
import { readHeader } from "#server/http/request-headers.ts";
import type { Format } from "./formats.ts";

export type RestMethod = "GET" | "POST" | "PUT" | "DELETE";

/** What a path, a query and a body gave, before a schema has seen it. */
export type RestInput = {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined where there was none. */
  body: unknown;
};

/**
 * How a success is put: JSON, the bare sentence, `{message}`, 204 without a body, or the items of a
 * page as an array, with `Link: rel="next"` while there are more [API-04]. The procedure of a list
 * takes `limit` and `cursor`, which come from `?limit=` and `?before=`, and gives a `pageOf`. A `csv`
 * is a file that a browser saves; a `zip` likewise, whose procedure opens an archive. An `upload` takes a file
 * as the body, once its procedure has admitted it: its fields are in the query.
 */
export type Reply = "json" | "text" | "message" | "empty" | "list" | "csv" | "zip" | "upload";

/** An answer that lies ready, made when what it says changed. The same object until then. */
export type ReadyReply = { readonly body: string; readonly etag: string };

/** One line of the list of REST calls. */
export type RestRow<Name extends string = string> = {
  method: RestMethod;
  /** Below `/api`; `{name}` is a parameter. */
  path: `/${string}`;
  /** Dotted name of the procedure that answers. Its schemas are the document's. */
  procedure: Name;
  /** Its id in the document, where another row has the same procedure. */
  operation?: string;
  /** Heading of the documentation under which the row stands. */
  section: string;
  summary: string;
  reply: Reply;
  /** The field of the procedure's result that holds the sentence; without it the result is the sentence. */
  sentence?: "message";
  /** Other ways to put a `json`, of which `Accept` chooses. */
  formats?: readonly Format[];
  /** Status of a success, 200 unless it is said; 204 where the reply is empty. */
  status?: 200 | 201;
  /** Whether the reply carries an ETag of its body, and is 304 where the client has it. Of JSON alone. */
  isTagged?: true;
  /** How failures are put; `message` unless it is said. */
  refusal?: Refusal;
  /** By status, what the use case refuses in its own words, for the document. */
  refuses?: Readonly<Record<number, string>>;
  /** The codes of what it refuses beyond those of their status, for the document. */
  codes?: readonly SpecificCode[];
  /** The sentence for a path that names nothing, where no use case has one of its own. */
  unknown?: string;
  /** By the parameter of the path that names nothing: its code, where clients must tell them apart. */
  unknownCodes?: Readonly<Record<string, ErrorCode>>;
  /** Where fields come from that the path does not name: the query of a GET, else the body. */
  from?: "query" | "body";
  /** Of an upload: the types of files that it takes, as a client writes them. */
  takes?: readonly string[];
  /** Fields of the input that the row itself gives: nobody can ask for others. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Fields of which the community's document says what they may be, for the document of the calls. */
  choices?: (community: Community) => Readonly<Record<string, readonly string[]>>;
  /** The procedure's input; without it the path's fields and those of `from`, as one object. */
  input?: (given: RestInput) => unknown;
  /** Where the procedure's reply lies ready as bytes. */
  ready?: {
    /** The parameters for which it does, as they are usually written. */
    usual: (community: Community) => readonly Readonly<Record<string, string>>[];
    /** @returns undefined where there is none for these. */
    reply(deps: Services, params: Readonly<Record<string, string>>): ReadyReply | undefined;
  };
};

/** Where a row's fields come from that its path does not name. */
export const fieldsComeFrom = ({ method, reply, from }: RestRow): "query" | "body" =>
  from ?? (method === "GET" || reply === "upload" ? "query" : "body");

/** What a ready reply says of itself. It is always asked for again: status moves within seconds. */
export const readyHeaders = ({ etag }: ReadyReply) => ({
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-cache",
  etag,
});

/**
 * A JSON body with an ETag of its own, or that the client has it. It is for whoever asked alone: no cache on the
 * way keeps it, and the client compares the tag itself.
 */
export const taggedResponse = (body: string, request: Request): Response => {
  const etag = `"${Bun.hash(body).toString(36)}"`;
  const headers = { ...readyHeaders({ body, etag }), "cache-control": "no-store" };
  return readyResponse({ body, etag }, request, new Headers(headers));
};

/** The reply, or that the client has it already. */
export const readyResponse = (reply: ReadyReply, request: Request, headers: Headers): Response =>
  isNotModified(readHeader(request, "if-none-match"), reply.etag)
    ? new Response(null, { status: 304, headers })
    : new Response(reply.body, { headers });
