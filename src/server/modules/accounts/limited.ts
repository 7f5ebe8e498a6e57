import type { LimitName } from "#shared/constants/limits.ts";
import { assertAllowed, countAttempt, type Verdict } from "#server/auth/limits.ts";
import type { RequestContext } from "#server/context.ts";
import type { Tx } from "#server/store/store.ts";

/** Counts one attempt under the community's own limit, in the caller's transaction. */
export const counted = (
  { store, clock, config }: RequestContext,
  tx: Tx,
  name: LimitName,
  subject: string,
): Promise<Verdict> => countAttempt(store, tx, clock, name, subject, config.community.limits[name]);

/**
 * Counts a mail that is asked for, for the mailbox and for whoever asks. A mailbox counts the same
 * whether or not an account has it.
 * @throws {AppError} `too_many_requests`; then nothing is counted.
 */
export const countMail = async (ctx: RequestContext, tx: Tx, emailKey: string): Promise<void> => {
  assertAllowed(await counted(ctx, tx, "mailsByAddress", ctx.address));
  assertAllowed(await counted(ctx, tx, "mailsByMailbox", emailKey));
};
