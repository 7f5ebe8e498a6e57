import type { ErrorCode } from "#server/core/errors.ts";
import { EVENT_MAX_BYTES } from "#shared/constants/shop.ts";
import type { JsonSchema, OpenApiDocument, Operation } from "./openapi.ts";

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
export const withWebhook = (document: OpenApiDocument): OpenApiDocument => ({
  ...document,
  paths: { ...document.paths, "/api/tebex/webhook": { post: RECEIVE_EVENT } },
});
