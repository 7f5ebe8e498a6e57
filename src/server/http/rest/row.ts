import type { Community } from "#server/config/community.ts";
import type { MemberCtx, RequestCtx } from "#server/context/context.ts";
import type { Services } from "#server/context/services.ts";
import { AppError, type ErrorCode, type SpecificCode } from "#server/core/errors.ts";
import { errorFields } from "#server/core/log.ts";
import type { Refusal } from "#server/http/errors.ts";
import { bodyChunks, readHeader } from "#server/http/request.ts";
import { isNotModified } from "#server/http/static.ts";
import { keepUpload } from "#server/modules/attachments/index.ts";
import { FilePlaceFailure } from "#server/providers/ports/files.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { PAGE_SIZE_MAX } from "#shared/constants/lists.ts";
import { FILE_TIMEOUT_MS } from "#shared/constants/time.ts";
import type { AttachmentKind } from "#shared/constants/uploads.ts";
import type { AdmittedUpload } from "#shared/schemas/attachments.ts";
import { ATTACHMENTS } from "#shared/upload-messages.ts";

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

/** One way to put what a procedure gives, beside JSON. */
type Format = {
  /** Its media type, without parameters. */
  type: `text/${string}`;
  /** What a browser saves it as. */
  fileName: (result: unknown) => string;
  render: (result: unknown) => string;
};

const JSON_TYPE = "application/json";

type Wish = { type: string; quality: number };

/** What `Accept` asks for, as far as it can be read. */
const wishesOf = (accept: string): Wish[] =>
  accept.split(",").map((part) => {
    const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const given = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length);
    const quality = given === undefined ? 1 : Number(given);
    return { type, quality: Number.isFinite(quality) ? quality : 0 };
  });

const matches = (wish: string, type: string): boolean =>
  wish === "*/*" || wish === type || wish === `${type.split("/")[0]}/*`;

/** How much a type is wanted: what names it more exactly decides. */
const qualityOf = (wishes: readonly Wish[], type: string): number => {
  const fitting = wishes
    .filter((wish) => matches(wish.type, type))
    .toSorted((a, b) => a.type.split("*").length - b.type.split("*").length);
  return fitting[0]?.quality ?? 0;
};

/**
 * Puts a result as `Accept` wants it: as JSON unless it names another format of the row.
 * @returns null where that is JSON.
 */
export const formatReply = (
  { formats = [] }: RestRow,
  accept: string | null,
  result: unknown,
): Response | null => {
  if (accept === null) return null;
  const wishes = wishesOf(accept);
  let best: Format | null = null;
  let quality = qualityOf(wishes, JSON_TYPE);
  for (const format of formats) {
    const wanted = qualityOf(wishes, format.type);
    if (wanted > quality) [best, quality] = [format, wanted];
  }
  if (best === null) return null;
  return new Response(best.render(result), {
    headers: {
      "cache-control": "no-store",
      "content-type": `${best.type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${best.fileName(result)}"`,
      vary: "Accept",
    },
  });
};

type Query = RestInput["query"];

/** `?limit=` and `?before=` as the procedure of a list takes them; other fields stay. */
export const asksForPage = (query: Query): Record<string, unknown> => {
  const { limit, before, cursor: _, ...others } = query;
  const size = limit === undefined ? PAGE_SIZE_MAX : Math.min(Number(limit), PAGE_SIZE_MAX);
  return { ...others, limit: size, ...(before === undefined ? {} : { cursor: before }) };
};

/** The `Link` header that says where a list goes on: the same question, of what comes after it. */
export const nextLink = (path: string, query: Query, nextCursor: string): string => {
  const { cursor: _, ...asked } = query;
  const next = new URLSearchParams({ limit: String(PAGE_SIZE_MAX), ...asked, before: nextCursor });
  return `<${path}?${next}>; rel="next"`;
};

/** What the document says of a list's two parameters. */
export const PAGE_PARAMETERS = [
  {
    name: "limit",
    in: "query" as const,
    required: false,
    description: `How many: ${PAGE_SIZE_MAX} unless it is said, and never more.`,
    schema: {
      type: "integer" as const,
      minimum: 1,
      default: PAGE_SIZE_MAX,
    },
  },
  {
    name: "before",
    in: "query" as const,
    required: false,
    description: "Where to go on, as the `Link` of the page before says.",
    schema: { type: "string" as const },
  },
];

/** What a file may be said to be. What it is, its bytes say. */
export const UPLOAD_TYPES = {
  picture: ["image/*"],
  text: ["text/*", "application/json", "application/xml", "application/yaml", "application/toml"],
} as const satisfies Readonly<Record<AttachmentKind, readonly string[]>>;

const isTaken = (kind: AttachmentKind, type: string): boolean =>
  UPLOAD_TYPES[kind].some((taken) =>
    taken.endsWith("/*") ? type.startsWith(taken.slice(0, -1)) : type === taken,
  );

const WRONG_TYPE = { picture: ATTACHMENTS.wantsPicture, text: ATTACHMENTS.wantsText } as const;

/**
 * A picture may wait for others before it is converted: its connection may be silent for longer than a
 * browser waits for the answer, which ends it sooner and sends it again under the same key.
 */
export const UPLOAD_SILENT_SECONDS = (2 * FILE_TIMEOUT_MS) / 1000;

const MEGABYTE = 1024 * 1024;

/**
 * Takes the file of an upload that was admitted.
 * @param admitted what the procedure that admits one has answered; only members are.
 * @throws {AppError} `unsupported_media_type`, `payload_too_large`, and what `keepUpload` throws.
 */
export const uploadReply = async (
  ctx: RequestCtx,
  request: Request,
  admitted: unknown,
): Promise<Response> => {
  // The schema of its procedure has seen it.
  const upload = admitted as AdmittedUpload;
  const { kind, maxBytes } = upload;
  const [type = ""] = (readHeader(request, "content-type") ?? "").toLowerCase().split(";");
  if (!isTaken(kind, type.trim())) throw new AppError("unsupported_media_type", WRONG_TYPE[kind]);
  const tooLarge =
    kind === "text"
      ? ATTACHMENTS.textTooLarge
      : ATTACHMENTS.pictureTooLarge(Math.floor(maxBytes / MEGABYTE));
  try {
    const file = await ctx.attachments.receive(bodyChunks(request, maxBytes, tooLarge));
    try {
      const kept = await keepUpload(ctx as MemberCtx, upload, file);
      return Response.json(kept, { status: 201, headers: { "cache-control": "no-store" } });
    } finally {
      await file.discard();
    }
  } catch (error) {
    if (!(error instanceof FilePlaceFailure)) throw error;
    ctx.log.error("attachment.not_kept", errorFields(error));
    throw new AppError("unavailable", ATTACHMENTS.unavailable);
  }
};

type ProcedureName<Record_, Prefix extends string = ""> = {
  [Key in keyof Record_ & string]: Record_[Key] extends { _def: unknown }
    ? `${Prefix}${Key}`
    : ProcedureName<Record_[Key], `${Prefix}${Key}.`>;
}[keyof Record_ & string];

/** The dotted name of one of our own procedures. */
export type SiteProcedure = ProcedureName<AppRouter["_def"]["record"]>;

/** A row that names one of our own procedures. */
export type SiteRow = RestRow<SiteProcedure>;
