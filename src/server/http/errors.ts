import { type AppError, ERROR_CODES, wordOf } from "#server/errors.ts";
import { errorFields, type Log } from "#server/log.ts";
import { rootError, toAppError } from "#server/trpc/to-app-error.ts";

/**
 * How an error is put into words: its sentence as `{message}`, beside its reason as `error`, as
 * `{error}`, or bare. In JSON its word stands beside it as `code`.
 */
export type Refusal = "message" | "reason" | "error" | "text";

/** Writes what nobody foresaw into the log, under the id that the client is told. */
export const logUnexpected = (log: Log, requestId: string, told: AppError, error: unknown) => {
  if (told.code === "internal")
    log.error("request.failed", { requestId, ...errorFields(rootError(error)) });
};

/** The answer to a request that ended in an error. Says nothing but what its sender may know. */
export const errorResponse = (
  error: unknown,
  { log, requestId, refusal = "message" }: { log: Log; requestId: string; refusal?: Refusal },
): Response => {
  const told = toAppError(error);
  logUnexpected(log, requestId, told, error);
  const { status } = ERROR_CODES[told.code];
  const headers = { "cache-control": "no-store", ...told.headers };
  const isUnexpected = told.code === "internal";
  if (refusal === "text")
    return new Response(isUnexpected ? `${told.message} (${requestId})` : told.message, {
      status,
      headers: { "content-type": "text/plain; charset=utf-8", ...headers },
    });
  return Response.json(
    {
      ...(told.reason !== undefined && refusal === "reason" && { error: told.reason }),
      [refusal === "error" ? "error" : "message"]: told.message,
      code: wordOf(told),
      ...(isUnexpected ? { requestId } : {}),
    },
    { status, headers },
  );
};
