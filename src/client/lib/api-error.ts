import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "#server/trpc/router.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PendingLogin } from "#shared/schemas/factors.ts";

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

/** One of the server's closed set of codes. */
export type ErrorCode = Answer["data"]["code"];

/** The server's code, such as `unauthorized` or `limit_reached`; null where nothing was answered. */
export const codeOf = (error: unknown): ErrorCode | null => answered(error)?.data.code ?? null;

/** The HTTP status of the answer, for what is alike for all codes of a kind; null without one. */
export const statusOf = (error: unknown): number | null => answered(error)?.data.httpStatus ?? null;

/** What a login waits for; null where it was refused for something else. */
export const secondStepOf = (error: unknown): PendingLogin | null =>
  answered(error)?.data.secondStep ?? null;

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
  mayRecover(error) && statusOf(error) !== 429;

/**
 * For queries: a failure that may pass is tried once more, but nobody waits for two answers that do
 * not come, and what was refused stays so.
 */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < 1 && isWorthRepeating(error) && !isTimeout(error);

/** Why a form was not taken. */
export type SendProblem = {
  sentence: string;
  /** What screens go by; null where nothing was answered. */
  code: ErrorCode | null;
  /** Sending the same again may help, since nothing was answered. */
  isUnanswered: boolean;
};

/** A problem that the browser itself has found. */
export const ownProblem = (sentence: string): SendProblem => ({
  sentence,
  code: null,
  isUnanswered: false,
});

/** The same for a form that says in its own words that nothing was answered. */
export const refusalProblem = (error: unknown, own: string): SendProblem => ({
  sentence: messageOf(error) ?? own,
  code: codeOf(error),
  isUnanswered: false,
});

/** What a form says of a failure: that nothing was answered, the server's sentence, or else its own. */
export const sendProblem = (error: unknown, own: string): SendProblem => ({
  sentence: isNetworkError(error) ? MESSAGES.networkError : (messageOf(error) ?? own),
  code: codeOf(error),
  isUnanswered: isNetworkError(error),
});
