import { may } from "#server/access/rights.ts";
import type { RequestCtx } from "#server/context/context.ts";
import { AppError, retryAfter } from "#server/core/errors.ts";
import { MAINTENANCE } from "#shared/maintenance-messages.ts";

/**
 * What people may do in maintenance, too: sign in and out, get back into their account, and withdraw what
 * they agreed to.
 */
const STAYS: ReadonlySet<string> = new Set([
  "accounts.confirm",
  "accounts.confirmAddress",
  "accounts.confirmBrowser",
  "accounts.confirmWithPasskey",
  "accounts.endOtherSessions",
  "accounts.endSession",
  "accounts.login",
  "accounts.logout",
  "accounts.requestBrowserLink",
  "accounts.requestPasswordReset",
  "accounts.resetPassword",
  "accounts.revertAddress",
  "accounts.verifyEmail",
  "factors.beginReset",
  "factors.loginWithDiscord",
  "factors.requestReset",
  "factors.stopOwnReset",
  "factors.stopReset",
  "factors.takeSecondStep",
  "passkeys.login",
  "passkeys.requestConfirmation",
  "passkeys.requestLogin",
  "passkeys.takeSecondStep",
  "security.endSessions",
  "consents.answer",
  "members.setMarketingConsent",
]);

/** When nobody knows how long it takes, it is tried again after this. */
const RETRY_SECONDS = 300;

const secondsUntil = (end: string | null, now: Date): number =>
  end === null ? RETRY_SECONDS : Math.ceil((Date.parse(end) - now.getTime()) / 1000);

/**
 * Lets only those who look after the site change anything while the site is in maintenance; what people read stays [SITE-08].
 * @param path of the procedure, such as `tickets.create`.
 * @throws {AppError} `maintenance`, with the reason and when to try again.
 */
export const assertOpen = (
  { actor, config, clock }: Pick<RequestCtx, "actor" | "config" | "clock">,
  path: string,
): void => {
  const { maintenance } = config;
  if (maintenance === null || STAYS.has(path)) return;
  if (actor.kind === "member" && may(actor, "site")) return;
  const { reason, expectedEnd } = maintenance;
  const seconds = secondsUntil(expectedEnd, clock.now());
  const details = retryAfter(seconds > 0 ? seconds : RETRY_SECONDS);
  throw new AppError("maintenance", MAINTENANCE.refused(reason), details);
};
