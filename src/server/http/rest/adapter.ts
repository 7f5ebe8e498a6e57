import type { AnyTRPCRouter } from "@trpc/server";
import { noteIfLimited } from "#server/access/audit-notes.ts";
import type { Services } from "#server/context/services.ts";
import { AppError, REFUSALS } from "#server/core/errors.ts";
import { errorResponse } from "#server/http/errors.ts";
import { contextOf, type HttpContext } from "#server/http/http-context.ts";
import { readHeader, readJsonText } from "#server/http/request.ts";
import { InvalidInput, rootError, toAppError } from "#server/procedures/init.ts";
import { archiveName } from "#shared/archive-messages.ts";
import type { ArchiveDownload } from "#shared/schemas/administration.ts";
import {
  asksForPage,
  fieldsComeFrom,
  formatReply,
  nextLink,
  readyHeaders,
  type ReadyReply,
  readyResponse,
  type RestInput,
  type RestRow,
  taggedResponse,
  UPLOAD_SILENT_SECONDS,
  uploadReply,
} from "./row.ts";
import {
  callOf,
  fieldsOf,
  inputSchema,
  type Procedure,
  type Schema,
  withSchemaKeys,
} from "./schemas.ts";

type Branch<T> = {
  literals: Map<string, Branch<T>>;
  parameter: Branch<T> | null;
  leaf: { names: readonly string[]; value: T } | null;
};

type Match<T> = { value: T; params: Readonly<Record<string, string>> };

const newBranch = <T>(): Branch<T> => ({ literals: new Map(), parameter: null, leaf: null });
const nameOf = (segment: string) => /^\{(\w+)\}$/.exec(segment)?.[1];

const descend = <T>(
  branch: Branch<T>,
  segments: readonly string[],
  depth: number,
  found: string[],
): Branch<T>["leaf"] => {
  const segment = segments[depth];
  if (segment === undefined) return branch.leaf;
  const literal = branch.literals.get(segment.toLowerCase());
  const below = literal && descend(literal, segments, depth + 1, found);
  if (below != null) return below;
  if (branch.parameter === null || segment === "") return null;
  found.push(segment);
  const leaf = descend(branch.parameter, segments, depth + 1, found);
  if (leaf === null) found.pop();
  return leaf;
};

/**
 * Compiles path templates such as `/server/{game}` into one matcher. Case does not matter, but
 * parameters keep theirs; a literal goes before a parameter.
 * @returns the value under a path with its decoded parameters, or null.
 */
export const createMatcher = <T>(
  entries: Iterable<readonly [template: string, value: T]>,
): ((path: string) => Match<T> | null) => {
  const root = newBranch<T>();
  for (const [template, value] of entries) {
    const names: string[] = [];
    let branch = root;
    for (const segment of template.split("/").slice(1)) {
      const name = nameOf(segment);
      if (name === undefined) {
        const key = segment.toLowerCase();
        const next = branch.literals.get(key) ?? newBranch<T>();
        branch.literals.set(key, next);
        branch = next;
      } else {
        names.push(name);
        branch = branch.parameter ??= newBranch<T>();
      }
    }
    if (branch.leaf !== null) throw new Error(`${template} stands in the table twice.`);
    branch.leaf = { names, value };
  }

  return (path) => {
    const found: string[] = [];
    const leaf = descend(root, path.split("/"), 1, found);
    if (leaf === null) return null;
    const params: Record<string, string> = {};
    for (let index = 0; index < found.length; index += 1) {
      const written = found[index] ?? "";
      const name = leaf.names[index] ?? "";
      params[name] = written.includes("%") ? decodeURIComponent(written) : written;
    }
    return { value: leaf.value, params };
  };
};

/**
 * The file of an archive, which is never in memory as a whole.
 * @param opened what the procedure that opens one has answered.
 */
const zipReply = async ({ store }: Pick<Services, "store">, opened: unknown): Promise<Response> => {
  const { archiveBytes } = await import("#server/modules/archives/index.ts");
  // The schema of its procedure has seen it.
  const archive = opened as ArchiveDownload;
  const pieces = archiveBytes(store.read, archive);
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return()),
  });
  return new Response(body, {
    headers: {
      "cache-control": "no-store",
      "content-type": "application/zip",
      "content-length": String(archive.sizeBytes),
      "content-disposition": `attachment; filename="${archiveName(archive.readyAt)}"`,
    },
  });
};

type Found = Match<ReadonlyMap<string, RestRow>>;

/** The REST table as a handler: finds the row, calls its procedure, puts the reply as the row says. */
export type Rest = {
  /** Where replies lie ready: whoever can may answer these without asking `open`. */
  ready: readonly { path: string; pattern: string; reply: () => ReadyReply | undefined }[];
  /** Answers what the table names. @returns null for every other path. */
  open: (httpContext: HttpContext, request: Request) => Promise<Response> | null;
};

const PREFIX = "/api";
const parseBody = async (request: Request): Promise<unknown> => {
  const text = request.method === "GET" ? null : await readJsonText(request);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("bad_request", REFUSALS.malformedBody);
  }
};

// A secret that belongs into a body is not taken from an address, which others write down.
const merged = (row: RestRow, { params, query, body = {} }: RestInput): unknown => {
  if (row.reply === "list") return { ...asksForPage(query), ...params, ...row.fixed };
  if (fieldsComeFrom(row) === "query") return { ...query, ...params, ...row.fixed };
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new AppError("bad_request", REFUSALS.wantsObject);
  return { ...body, ...params, ...row.fixed };
};

/** `Idempotency-Key` stands for the field of that name, where a call has one and the body does not. */
const withOnceKey = (schema: Schema | null, body: unknown, key: string | null): unknown => {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  if (key === null || !isObject || !("idempotencyKey" in fieldsOf(schema))) return body;
  return { idempotencyKey: key, ...body };
};

const inputOf = (
  row: RestRow,
  call: Procedure,
  given: RestInput,
  onceKey: string | null,
): unknown => {
  const schema = inputSchema(call);
  const body = withOnceKey(schema, withSchemaKeys(schema, given.body), onceKey);
  const query = row.reply === "upload" ? withOnceKey(schema, given.query, onceKey) : given.query;
  const proper = { ...given, body, query: query as RestInput["query"] };
  if (row.input !== undefined) return row.input(proper);
  return schema === null ? undefined : merged(row, proper);
};

// Made once: a response copies them.
const EMPTY_HEADERS = new Headers({ "cache-control": "no-store" });
const TEXT_HEADERS = new Headers({
  "cache-control": "no-store",
  "content-type": "text/plain; charset=utf-8",
});
const JSON_HEADERS = new Headers({
  "cache-control": "no-store",
  "content-type": "application/json;charset=utf-8",
});

const CSV_HEADERS = new Headers({
  "cache-control": "no-store",
  "content-type": "text/csv; charset=utf-8; header=present",
  "content-disposition": 'attachment; filename="points.csv"',
});

const listReply = (
  httpContext: HttpContext,
  query: RestInput["query"],
  result: unknown,
): Response => {
  // A list's procedure gives a page: `callOf` has seen its schema.
  const { items, nextCursor } = result as { items: readonly unknown[]; nextCursor: string | null };
  const headers = new Headers(JSON_HEADERS);
  if (nextCursor !== null) headers.set("link", nextLink(httpContext.path, query, nextCursor));
  return new Response(JSON.stringify(items), { headers });
};

const replyOf = (row: RestRow, result: unknown): Response => {
  const status = row.status ?? 200;
  if (row.reply === "empty") return new Response(null, { status: 204, headers: EMPTY_HEADERS });
  if (row.reply === "csv") return new Response(String(result), { headers: CSV_HEADERS });
  if (row.reply === "text") {
    const sentence = row.sentence === undefined ? result : Object(result)[row.sentence];
    return new Response(String(sentence), { status, headers: TEXT_HEADERS });
  }
  const body = row.reply === "message" ? { message: result } : result;
  return new Response(JSON.stringify(body), { status, headers: JSON_HEADERS });
};

const queryOf = (url: string): RestInput["query"] =>
  url.includes("?") ? Object.fromEntries(new URL(url).searchParams) : {};

/** A path whose parameter no schema accepts names nothing: that is 404, not 400. */
const asUnknownPath = (error: unknown, row: RestRow, params: RestInput["params"]): unknown => {
  const appError = toAppError(error);
  if (!(appError instanceof InvalidInput)) return error;
  const fields = Object.keys(appError.fields ?? {});
  if (!fields.every((field) => Object.hasOwn(params, field))) return error;
  const code = fields.map((field) => row.unknownCodes?.[field]).find(Boolean);
  return new AppError(code ?? "not_found", row.unknown ?? REFUSALS.unknownCall);
};

const allowedBy = (rows: ReadonlyMap<string, unknown>) =>
  [...rows.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ") +
  ", OPTIONS";

/** All rows of a path are written alike. */
const patternOf = ({ value }: Found): string =>
  `${PREFIX}${value.values().next().value?.path ?? "/*"}`;

const compile = (table: readonly RestRow[]) => {
  const byPath = new Map<string, Map<string, RestRow>>();
  for (const row of table) {
    const rows = byPath.get(row.path) ?? new Map<string, RestRow>();
    if (rows.has(row.method)) throw new Error(`${row.method} ${row.path} stands twice.`);
    byPath.set(row.path, rows.set(row.method, row));
  }
  return createMatcher(byPath);
};

/**
 * Builds the table's handler, which loads what a row calls with its first request.
 * @throws when a row stands twice.
 */
export const createRest = (
  deps: Services,
  router: AnyTRPCRouter,
  table: readonly RestRow[],
): Rest => {
  const match = compile(table);
  const calls = new Map<RestRow, Procedure>();
  const load = async (row: RestRow): Promise<Procedure> => {
    const call = await callOf(router, row);
    calls.set(row, call);
    return call;
  };

  const answer = async (
    row: RestRow,
    params: RestInput["params"],
    httpContext: HttpContext,
    request: Request,
  ) => {
    const ready = row.ready?.reply(deps, params);
    if (ready !== undefined) return readyResponse(ready, request, new Headers(readyHeaders(ready)));
    const query = queryOf(request.url);
    const call = calls.get(row) ?? (await load(row));
    // A file is read once it is admitted.
    const body = row.reply === "upload" ? undefined : await parseBody(request);
    const ctx = await contextOf(deps, httpContext, request);
    const given = {
      ctx,
      path: row.procedure,
      type: call._def.type,
      getRawInput: async () =>
        inputOf(row, call, { params, query, body }, readHeader(request, "idempotency-key")),
    };
    const result: unknown = await call(given).catch(async (error: unknown) => {
      await noteIfLimited(ctx, rootError(error));
      throw error;
    });
    if (row.isTagged === true) return taggedResponse(JSON.stringify(result), request);
    if (row.reply === "zip") return zipReply(deps, result);
    if (row.reply === "upload") {
      httpContext.letWait(UPLOAD_SILENT_SECONDS);
      return uploadReply(ctx, request, result);
    }
    const formatted = formatReply(row, readHeader(request, "accept"), result);
    if (formatted !== null) return formatted;
    return row.reply === "list" ? listReply(httpContext, query, result) : replyOf(row, result);
  };

  const handle = async (
    found: Found,
    httpContext: HttpContext,
    request: Request,
  ): Promise<Response> => {
    httpContext.pattern = patternOf(found);
    if (request.method === "OPTIONS")
      return new Response(null, { status: 204, headers: { allow: allowedBy(found.value) } });
    const row = found.value.get(request.method);
    if (row === undefined)
      throw new AppError("method_not_allowed", REFUSALS.wrongMethod, {
        headers: { allow: allowedBy(found.value) },
      });
    try {
      return await answer(row, found.params, httpContext, request);
    } catch (error) {
      return errorResponse(asUnknownPath(error, row, found.params), {
        log: deps.log,
        requestId: httpContext.requestId,
        refusal: row.refusal ?? (row.reply === "text" ? "text" : "message"),
      });
    }
  };

  const readyPaths = table.flatMap((row) =>
    (row.ready?.usual(deps.config.community) ?? []).map((params) => ({
      pattern: `${PREFIX}${row.path}`,
      path: `${PREFIX}${row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "")}`,
      reply: () => row.ready?.reply(deps, params),
    })),
  );

  const open: Rest["open"] = (httpContext, request) => {
    const found = match(httpContext.path.slice(PREFIX.length));
    return found === null ? null : handle(found, httpContext, request);
  };

  return {
    ready: readyPaths,
    open,
  };
};
