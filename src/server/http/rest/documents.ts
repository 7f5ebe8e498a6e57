import type { AnyTRPCRouter } from "@trpc/server";
import type { Config } from "#server/config/config.ts";
import type { ErrorCode } from "#server/core/errors.ts";
import { VERSION } from "#server/core/version.ts";
import { EVENT_MAX_BYTES } from "#shared/constants/shop.ts";
import { docsPage } from "./docs.ts";
import {
  openApiDocument,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
} from "./openapi.ts";
import { pluginGuide } from "./plugin-guide.ts";
import type { RestRow } from "./row.ts";

const headers = (type: string) => ({ "content-type": type, "cache-control": "no-cache" });

/** `/api/openapi.json` and `/api/docs`, made when first asked for. */
export const createDocs = (
  { community, publicUrl }: Pick<Config, "community" | "publicUrl">,
  router: AnyTRPCRouter,
  table: readonly RestRow[],
) => {
  const about = { community, publicUrl, version: VERSION };
  const make = async () => {
    const document = withWebhook(await openApiDocument(router, table, about));
    return {
      json: JSON.stringify(document),
      html: docsPage(document, pluginGuide(community)),
    };
  };
  let made: ReturnType<typeof make> | undefined;
  const documents = () => (made ??= make());
  return {
    document: async () => {
      const { json } = await documents();
      return new Response(json, { headers: headers("application/json; charset=utf-8") });
    },
    page: async () => {
      const { html } = await documents();
      return new Response(html, { headers: headers("text/html; charset=utf-8") });
    },
  };
};

const SENTENCE: JsonSchema = { type: "string" };
const refused = (code: ErrorCode, description: string) => ({
  description,
  content: {
    "application/json": {
      schema: {
        type: "object" as const,
        properties: { message: SENTENCE, code: { type: "string" as const, enum: [code] } },
        required: ["message", "code"],
      },
    },
  },
});

/** `POST /api/tebex/webhook`, which is no row: what it is sent is signed byte by byte. */
const RECEIVE_EVENT: Operation = {
  operationId: "ordersReceiveEvent",
  tags: ["Shop"],
  summary: "For the store alone: takes in a signed event. Sent again, it changes nothing.",
  parameters: [
    {
      name: "X-Signature",
      in: "header",
      required: true,
      description: "HMAC-SHA256, in hex, of the hex SHA-256 of the body as it is sent.",
      schema: SENTENCE,
    },
  ],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: { id: SENTENCE, type: SENTENCE, date: SENTENCE, subject: { type: "object" } },
          required: ["id", "type", "date", "subject"],
        },
      },
    },
  },
  responses: {
    "200": { description: "Kept; the id of a `validation.webhook` is said back." },
    "400": refused("bad_request", "Signed, but malformed."),
    "401": refused("unauthorized", "No signature."),
    "403": refused("forbidden", "Another signature than ours."),
    "413": refused("payload_too_large", `The body is larger than ${EVENT_MAX_BYTES / 1024} kB.`),
    "503": refused("unavailable", "No store is configured here."),
  },
};

/** The document with what Tebex calls. */
const withWebhook = (document: OpenApiDocument): OpenApiDocument => ({
  ...document,
  paths: { ...document.paths, "/api/tebex/webhook": { post: RECEIVE_EVENT } },
});
