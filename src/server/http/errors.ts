import { type AppError, ERROR_KINDS, type ErrorCode, isSpecific } from "#server/core/errors.ts";
import { errorFields, type Log } from "#server/core/log.ts";
import { rootError, toAppError } from "#server/procedures/init.ts";

/**
 * What the body of a refusal is: `{message}`, the same with a specific code as `error`, `{error}`, or
 * the bare sentence. In JSON its code stands beside it as `code`.
 */
export type Refusal = "message" | "coded" | "error" | "text";

/** Writes what nobody foresaw into the log, under the id that the client is told. */
export const logUnexpected = (log: Log, requestId: string, appError: AppError, error: unknown) => {
  if (appError.code === "internal")
    log.error("request.failed", { requestId, ...errorFields(rootError(error)) });
};

/** Upon these a client does something, and then goes on: they are JSON wherever they are given. */
const FOLLOWED = ["second_factor", "step_up"] as const satisfies readonly ErrorCode[];

/** Whether a refusal tells a client what is to be done next. */
export const isToBeFollowed = (code: ErrorCode): boolean =>
  FOLLOWED.some((followed) => followed === code);

/** The answer to a request that ended in an error. Says nothing but what its sender may know. */
export const errorResponse = (
  error: unknown,
  { log, requestId, refusal = "message" }: { log: Log; requestId: string; refusal?: Refusal },
): Response => {
  const appError = toAppError(error);
  logUnexpected(log, requestId, appError, error);
  const { status } = ERROR_KINDS[appError.kind];
  const headers = { "cache-control": "no-store", ...appError.headers };
  const isUnexpected = appError.code === "internal";
  // What is to be done next is more than a sentence, whatever older clients expect.
  const { secondStep } = appError;
  if (refusal === "text" && !isToBeFollowed(appError.code))
    return new Response(isUnexpected ? `${appError.message} (${requestId})` : appError.message, {
      status,
      headers: { "content-type": "text/plain; charset=utf-8", ...headers },
    });
  return Response.json(
    {
      ...(refusal === "coded" && isSpecific(appError.code) && { error: appError.code }),
      [refusal === "error" ? "error" : "message"]: appError.message,
      code: appError.code,
      ...secondStep,
      ...(isUnexpected ? { requestId } : {}),
    },
    { status, headers },
  );
};
