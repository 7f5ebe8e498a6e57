import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { AppError, type ErrorKind, retryAfter } from "#server/core/errors.ts";
import { inputSentence } from "#server/core/input-sentence.ts";
import { REFUSALS } from "#server/core/refusals.ts";
import { type StoreTrouble, storeTroubleOf } from "#server/store/trouble.ts";
import { CALLS } from "#shared/call-messages.ts";
import { MESSAGES } from "#shared/messages.ts";

// Of the whole program: a schema's own sentence goes before it, zod's English comes after.
z.config({ customError: inputSentence });

/** "field: must be …"; a sentence that names the field itself stands alone. */
const named = (field: string, text: string): string => {
  const name = field.split(".").at(-1) ?? "";
  const isNamed = /^[A-Z]/.test(text) && text.toLowerCase().includes(name.toLowerCase());
  return isNamed ? text : `${field === "" ? "The input" : `${field}:`} ${text}`;
};

/** Input that a schema refused: says which field, and why. */
export class InvalidInput extends AppError {
  constructor(issues: readonly z.core.$ZodIssue[]) {
    const fields = new Map<string, string>();
    for (const { path, message } of issues) {
      const field = z.core.toDotPath(path);
      if (!fields.has(field)) fields.set(field, message);
    }
    const sentence = [...fields].map(([field, text]) => named(field, text)).join("; ");
    super("bad_request", sentence, { fields: Object.fromEntries(fields) });
  }
}

// What tRPC itself refuses, in our words: its own sentences repeat what was sent.
const REFUSED_BY_TRPC: Partial<Record<TRPCError["code"], [ErrorKind, string]>> = {
  BAD_REQUEST: ["bad_request", REFUSALS.malformedCall],
  PARSE_ERROR: ["bad_request", REFUSALS.malformedCall],
  NOT_FOUND: ["not_found", REFUSALS.unknownCall],
  METHOD_NOT_SUPPORTED: ["method_not_allowed", REFUSALS.wrongMethod],
  UNSUPPORTED_MEDIA_TYPE: ["unsupported_media_type", REFUSALS.wantsJson],
};

const AWAY: [string, number] = [CALLS.databaseAway, 5];
const UNWRITABLE: [string, number] = [CALLS.cannotSave, 30];
/** The sentence, and after how many seconds it is worth another try. */
const TROUBLES: Readonly<Record<StoreTrouble, readonly [string, number]>> = {
  away: AWAY,
  busy: AWAY,
  full: UNWRITABLE,
  read_only: UNWRITABLE,
  failing: UNWRITABLE,
};

/**
 * What a caller may know of any error: an `AppError` as it is, refused input with its fields,
 * a 503 while the database cannot be used, and one fixed sentence for everything else.
 */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    if (error.code === "BAD_REQUEST" && error.cause instanceof z.core.$ZodError)
      return new InvalidInput(error.cause.issues);
    const refused = REFUSED_BY_TRPC[error.code];
    if (refused) return new AppError(...refused);
  }
  const trouble = storeTroubleOf(error);
  if (trouble === null) return new AppError("internal", MESSAGES.unexpected);
  const [sentence, retryAfterSeconds] = TROUBLES[trouble];
  return new AppError("unavailable", sentence, retryAfter(retryAfterSeconds));
};

/** The error that a log should describe: tRPC wraps what a procedure threw. */
export const rootError = (error: unknown): unknown =>
  error instanceof TRPCError && error.cause !== undefined ? error.cause : error;
