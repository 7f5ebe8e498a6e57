import type { AnyTRPCRouter } from "@trpc/server";
import { z } from "zod";
import type { Community } from "#server/config/community.ts";
import { ERROR_KINDS, SPECIFIC_CODES, type SpecificCode } from "#server/core/errors.ts";
import { isToBeFollowed, type Refusal } from "#server/http/errors.ts";
import { BODY_MAX_BYTES } from "#server/http/request.ts";
import { attachment } from "#shared/schemas/attachments.ts";
import { fieldsComeFrom, PAGE_PARAMETERS, type RestRow } from "./row.ts";
import {
  callOf,
  fieldsOf,
  inputSchema,
  outputSchema,
  type Procedure,
  type Schema,
} from "./schemas.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
};
type Content = Record<string, { schema: JsonSchema }>;
type ApiResponse = {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Content;
};

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ApiResponse>;
  security?: Record<string, string[]>[];
};

/** The part of OpenAPI 3.1 that we write. */
export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
};

const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  bridgeKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "lxb_ID_SECRET",
    description: "A key of a game-server plugin, which an Admin makes.",
  },
};

const toJsonSchema = (schema: Schema, io: "input" | "output"): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

const SENTENCE: JsonSchema = { type: "string" };
const SENTENCE_ALONE: Content = { "text/plain": { schema: SENTENCE } };
const objectOf = (properties: Record<string, JsonSchema>, required: string[]): Content => ({
  "application/json": { schema: { type: "object", properties, required } },
});

/** What a plugin is refused with whatever it calls. */
const KEY_CODES: readonly SpecificCode[] = ["key_expired", "key_revoked", "key_scope", "key_game"];
const statusOf = (code: SpecificCode) => ERROR_KINDS[SPECIFIC_CODES[code]].status;

const STEP_UP_REFUSAL =
  " With the code `step_up`, in JSON: this session proved too long ago who it is. Confirm it at `/Auth/confirm`, or log in again; then send the same once more.";

const codedContent = (
  status: number,
  own: readonly SpecificCode[],
  refusal: Refusal = "message",
): Content => {
  const kinds = Object.entries(ERROR_KINDS).flatMap(([kind, is]) =>
    is.status === status ? [kind] : [],
  );
  const code = { type: "string" as const, enum: [...kinds, ...own] };
  if (refusal === "error") return objectOf({ error: SENTENCE, code }, ["error", "code"]);
  const error = { type: "string" as const, enum: [...own] };
  return objectOf(
    { ...(refusal === "coded" && own.length > 0 && { error }), message: SENTENCE, code },
    ["message", "code"],
  );
};

const refusalContent = (refusal: Refusal, status: number, specific: readonly SpecificCode[]) => {
  const own = specific.filter((code) => statusOf(code) === status);
  if (refusal === "text")
    return own.some(isToBeFollowed)
      ? { ...SENTENCE_ALONE, ...codedContent(status, own) }
      : SENTENCE_ALONE;
  return codedContent(status, own, refusal);
};

const replyContent = (row: RestRow, output: Schema | null): Content | null => {
  if (row.reply === "empty") return null;
  if (row.reply === "csv") return { "text/csv": { schema: SENTENCE } };
  if (row.reply === "zip")
    return { "application/zip": { schema: { type: "string", format: "binary" } } };
  if (row.reply === "text") return SENTENCE_ALONE;
  if (row.reply === "upload")
    return { "application/json": { schema: toJsonSchema(attachment, "output") } };
  if (row.reply === "message") return objectOf({ message: SENTENCE }, ["message"]);
  const body = row.reply === "list" ? fieldsOf(output)["items"] : output;
  const schema = body === null || body === undefined ? {} : toJsonSchema(body, "output");
  const others = (row.formats ?? []).map(({ type }) => [type, { schema: SENTENCE }]);
  return { "application/json": { schema }, ...Object.fromEntries(others) };
};

const ONCE_KEY_PARAMETER: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "May stand for the field `idempotencyKey`: the same call with the same key is done once, and answered as the first time.",
  schema: SENTENCE,
};

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** What the community says that a field may be, for the field's schema. */
const choicesOf = ({ choices }: RestRow, name: string, community: Community): JsonSchema => {
  const words = choices?.(community)[name];
  return words === undefined ? {} : { enum: [...words] };
};

const parametersOf = (row: RestRow, input: Schema | null, community: Community): Parameter[] => {
  const fields = fieldsOf(input);
  const inPath = namesIn(row.path);
  const given = [...inPath, ...Object.keys(row.fixed ?? {})];
  const hidden = row.reply === "list" ? [...given, "limit", "cursor"] : given;
  const inQuery =
    fieldsComeFrom(row) === "query"
      ? Object.keys(fields).filter((name) => !hidden.includes(name))
      : [];
  const usual = row.ready?.usual(community) ?? [];
  const schemaOf = (name: string): JsonSchema => {
    if (usual.length > 0 && inPath.includes(name))
      return { type: "string", enum: usual.map((params) => params[name] ?? "") };
    const field = fields[name];
    return field === undefined
      ? SENTENCE
      : { ...toJsonSchema(field, "input"), ...choicesOf(row, name, community) };
  };
  return [
    ...inPath.map((name) => ({
      name,
      in: "path" as const,
      required: true,
      schema: schemaOf(name),
    })),
    ...inQuery.map((name) => ({
      name,
      in: "query" as const,
      required: fields[name]?._zod.optin === undefined,
      schema: schemaOf(name),
    })),
    ...(row.reply === "list" ? PAGE_PARAMETERS : []),
    ...("idempotencyKey" in fields ? [ONCE_KEY_PARAMETER] : []),
  ];
};

const OF_TEAM = "Not of the team.";

const responsesOf = (
  row: RestRow,
  { kind, scope, permission }: Procedure["_def"]["meta"],
  output: Schema | null,
  parameters: readonly Parameter[],
): Record<string, ApiResponse> => {
  const content = replyContent(row, output);
  const refusal = row.refusal ?? (row.reply === "text" ? "text" : "message");
  const codes = [...(kind === "bridge" ? KEY_CODES : []), ...(row.codes ?? [])];
  const success = String(row.reply === "empty" ? 204 : (row.status ?? 200));
  const etag = { ETag: { description: "Changes when the reply does.", schema: SENTENCE } };
  const link = {
    Link: { description: 'While there are more: where, as `rel="next"`.', schema: SENTENCE },
  };
  const takesBody = row.method !== "GET";
  const responses: Record<string, ApiResponse> = {};
  // What never comes back is always refused.
  if (output?._zod.def.type !== "never")
    responses[success] = {
      description: "As asked.",
      ...(row.ready === undefined ? {} : { headers: etag }),
      ...(row.reply === "list" ? { headers: link } : {}),
      ...(content === null ? {} : { content }),
    };
  const refuse = (status: number, description: string) => {
    responses[status] = { description, content: refusalContent(refusal, status, codes) };
  };
  if (row.ready !== undefined)
    responses["304"] = { description: "What `If-None-Match` names is still true.", headers: etag };
  if (takesBody || parameters.some((parameter) => parameter.in === "query"))
    refuse(400, "Malformed, or a field that is not accepted; the sentence names it.");
  if (kind === "bridge") {
    refuse(401, "No bridge key, or one that was revoked.");
    refuse(403, `A key without the scope \`${scope}\`, or of another game.`);
  } else if (kind !== "public") refuse(401, "No session, or one that has ended.");
  const asksAgain = codes.includes("step_up") ? STEP_UP_REFUSAL : "";
  if (kind === "admin") refuse(403, `Not an Admin.${asksAgain}`);
  else if (kind === "team")
    refuse(
      403,
      (permission === undefined ? OF_TEAM : `Without the permission \`${permission}\`.`) +
        asksAgain,
    );
  else if (asksAgain !== "") refuse(403, asksAgain.trim());
  if (parameters.some((parameter) => parameter.in === "path"))
    refuse(404, row.unknown ?? "There is nothing of that name.");
  if (row.reply === "upload") refuse(415, "The body is said to be another kind of file.");
  if (takesBody) refuse(413, `The body is larger than ${BODY_MAX_BYTES / 1024} kB.`);
  for (const [status, description] of Object.entries(row.refuses ?? {}))
    refuse(Number(status), description);
  refuse(500, "Something went wrong here; `X-Request-Id` names the request in our log.");
  return responses;
};

/** What a body holds: the fields that neither the path nor the row gives. Null where none is left. */
const bodyOf = (
  row: RestRow,
  input: Schema | null,
  community: Community,
): Operation["requestBody"] | null => {
  if (row.takes !== undefined)
    return {
      required: true,
      content: Object.fromEntries(
        row.takes.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
      ),
    };
  if (input === null || fieldsComeFrom(row) !== "body") return null;
  const given = new Set([...namesIn(row.path), ...Object.keys(row.fixed ?? {})]);
  const { properties = {}, required = [], ...rest } = toJsonSchema(input, "input");
  const own = Object.entries(properties).filter(([name]) => !given.has(name));
  const needed = required.filter((name) => !given.has(name));
  if (own.length === 0) return null;
  const chosen = own.map(([name, field]) => [
    name,
    typeof field === "boolean" ? field : { ...field, ...choicesOf(row, name, community) },
  ]);
  const schema = { ...rest, properties: Object.fromEntries(chosen), required: needed };
  return { required: needed.length > 0, content: { "application/json": { schema } } };
};

const operationOf = (procedure: Procedure, row: RestRow, community: Community): Operation => {
  const { meta } = procedure._def;
  const input = inputSchema(procedure);
  const parameters = parametersOf(row, input, community);
  const requestBody = bodyOf(row, input, community);
  return {
    operationId:
      row.operation ??
      row.procedure.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [row.section],
    summary: row.summary,
    parameters,
    ...(requestBody === null ? {} : { requestBody }),
    responses: responsesOf(row, meta, outputSchema(procedure), parameters),
    ...(meta.kind === "public"
      ? {}
      : { security: [{ [meta.kind === "bridge" ? "bridgeKey" : "bearer"]: [] }] }),
  };
};

/**
 * The OpenAPI 3.1 document of the table: one operation a row, with the schemas of its procedure.
 * Operation ids are the procedures' names, or the rows' own, which do not change.
 */
export const openApiDocument = async (
  router: AnyTRPCRouter,
  table: readonly RestRow[],
  about: { community: Community; publicUrl: string; version: string },
): Promise<OpenApiDocument> => {
  const rows = await Promise.all(
    table.map(async (row) => ({ row, call: await callOf(router, row) })),
  );
  const paths: OpenApiDocument["paths"] = {};
  for (const { row, call } of rows) {
    const methods = (paths[`/api${row.path}`] ??= {});
    methods[row.method.toLowerCase()] = operationOf(call, row, about.community);
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return {
    openapi: "3.1.0",
    info: {
      title: `${about.community.brand.name} API`,
      version: about.version,
      description:
        "What the site knows, for game-server plugins and other programs. Paths and the keys of JSON bodies match without regard to case.",
    },
    servers: [{ url: about.publicUrl }],
    tags: [...new Set(table.map((row) => row.section))].map((name) => ({ name })),
    paths,
    components: operations.some((operation) => operation.security !== undefined)
      ? { securitySchemes: SECURITY_SCHEMES }
      : {},
  };
};
