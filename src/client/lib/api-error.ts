import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "#server/trpc/router.ts";
import { MESSAGES } from "#shared/messages.ts";

type Answer = {
  message: string;
  data: NonNullable<TRPCClientError<AppRouter>["data"]>;
};

/** What the server answered; null where the connection failed. */
const answered = (error: unknown): Answer | null =>
  error instanceof TRPCClientError && error.data != null ? (error as Answer) : null;

/** True where no answer came in time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.cause?.name === "TimeoutError";

/**
 * The sentence for the person: the server's own, or that no answer came in time; null where there is
 * none, as without a connection.
 */
export const messageOf = (error: unknown): string | null =>
  isTimeout(error) ? MESSAGES.networkError : (answered(error)?.message ?? null);

/** True where nothing was answered at all. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.data == null;

/** What `fetch` rejects with. */
const FETCH_FAILURES: ReadonlySet<string> = new Set(["TypeError", "AbortError", "TimeoutError"]);

/** True where something was answered, but nothing that we can read, such as a proxy's page. */
export const isGarbled = (error: unknown): boolean =>
  isNetworkError(error) &&
  !FETCH_FAILURES.has((error as TRPCClientError<AppRouter>).cause?.name ?? "");

/** The server's code, one of its closed set such as `unauthorized`; null where there is none. */
export const codeOf = (error: unknown): string | null => answered(error)?.data.code ?? null;

/** The one word by which the server says more than its code does, such as `limit_reached`. */
export const reasonOf = (error: unknown): string | null => answered(error)?.data.reason ?? null;

/** What is wrong with which field of the input, by the field's path; empty where nothing is. */
export const fieldsOf = (error: unknown): Record<string, string> =>
  answered(error)?.data.fields ?? {};

/** True where trying again may help: nothing was answered, too much was asked, or the server failed. */
export const mayRecover = (error: unknown): boolean => {
  const status = answered(error)?.data.httpStatus;
  return status === undefined ? isNetworkError(error) : status >= 500 || status === 429;
};

/** True where the same call may well succeed by itself: nothing was answered, or the server failed. */
export const isWorthRepeating = (error: unknown): boolean =>
  mayRecover(error) && codeOf(error) !== "too_many_requests";

/**
 * For queries: a failure that may pass is tried once more, but nobody waits for two answers that do
 * not come, and what was refused stays so.
 */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < 1 && isWorthRepeating(error) && !isTimeout(error);

/** What a form says of a failure: that nothing was answered, the server's sentence, or else its own. */
export const sendProblem = (error: unknown, own: string): string =>
  isNetworkError(error) ? MESSAGES.networkError : (messageOf(error) ?? own);
