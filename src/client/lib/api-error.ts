import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "#server/trpc/router.ts";

type Answer = {
  message: string;
  data: NonNullable<TRPCClientError<AppRouter>["data"]>;
};

/** What the server answered; null where the connection failed. */
const answered = (error: unknown): Answer | null =>
  error instanceof TRPCClientError && error.data != null ? (error as Answer) : null;

/** The server's own sentence for the person; null where there is none, as without a connection. */
export const messageOf = (error: unknown): string | null => answered(error)?.message ?? null;

/** True where nothing was answered at all. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.data == null;

/** The server's code, one of its closed set such as `unauthorized`; null where there is none. */
export const codeOf = (error: unknown): string | null => answered(error)?.data.code ?? null;

/** The one word by which the server says more than its code does, such as `limit_reached`. */
export const reasonOf = (error: unknown): string | null => answered(error)?.data.reason ?? null;

/** What is wrong with which field of the input, by the field's path; empty where nothing is. */
export const fieldsOf = (error: unknown): Record<string, string> =>
  answered(error)?.data.fields ?? {};
