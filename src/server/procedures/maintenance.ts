import type { RequestCtx } from "#server/context/context.ts";
import { AppError, retryAfter } from "#server/core/errors.ts";
import { MAINTENANCE } from "#shared/maintenance-messages.ts";

/** What people may do in maintenance, too: sign in and out, and get back into their account. */
const STAYS: ReadonlySet<string> = new Set([
  "accounts.confirmBrowser",
  "accounts.endOtherSessions",
  "accounts.endSession",
  "accounts.login",
  "accounts.logout",
  "accounts.requestBrowserLink",
  "accounts.requestPasswordReset",
  "accounts.resetPassword",
  "accounts.verifyEmail",
]);

/** When nobody knows how long it takes, it is tried again after this. */
const RETRY_SECONDS = 300;

const secondsUntil = (end: string | null, now: Date): number =>
  end === null ? RETRY_SECONDS : Math.ceil((Date.parse(end) - now.getTime()) / 1000);

/**
 * Lets only Admins change anything while the site is in maintenance; what people read stays [SITE-08].
 * @param path of the procedure, such as `tickets.create`.
 * @throws {AppError} `maintenance`, with the reason and when to try again.
 */
export const assertOpen = (
  { actor, config, clock }: Pick<RequestCtx, "actor" | "config" | "clock">,
  path: string,
): void => {
  const { maintenance } = config;
  if (maintenance === null || STAYS.has(path)) return;
  if (actor.kind === "member" && actor.role === "Admin") return;
  const { reason, expectedEnd } = maintenance;
  const seconds = secondsUntil(expectedEnd, clock.now());
  const details = retryAfter(seconds > 0 ? seconds : RETRY_SECONDS);
  throw new AppError("maintenance", MAINTENANCE.refused(reason), details);
};
