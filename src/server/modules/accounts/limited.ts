import { MAIL } from "#shared/messages.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import {
  type Attempt,
  attemptOf,
  attemptsByAddress,
  countAttempts,
} from "#server/auth/attempts.ts";
import { assertAllowed, findRefusal, LimitReached, type Verdict } from "#server/auth/limits.ts";
import type { RequestContext } from "#server/context.ts";
import type { Tx } from "#server/store/store.ts";

const FREE: Verdict = { allowed: true, left: 1 };

/** Counts one attempt under the community's own limit, in the caller's transaction. */
export const counted = (
  ctx: RequestContext,
  tx: Tx,
  name: LimitName,
  subject: string,
): Promise<Verdict> => countAttempts(ctx, tx, [attemptOf(ctx, name, subject)]);

/** Asks limits without counting. @throws {LimitReached} where one refuses already. */
const assertNoneRefuses = async (
  { store, clock }: RequestContext,
  attempts: readonly Attempt[],
): Promise<void> => {
  for (const { name, subject, limit } of attempts)
    assertAllowed((await findRefusal(store, clock, name, subject, limit)) ?? FREE);
};

/**
 * Asks a limit without counting.
 * @throws {LimitReached} where it refuses already.
 */
export const assertNotUsedUp = (
  ctx: RequestContext,
  name: LimitName,
  subject: string,
): Promise<void> => assertNoneRefuses(ctx, [attemptOf(ctx, name, subject)]);

/** The same by whoever asks. */
export const countedByAddress = (ctx: RequestContext, tx: Tx, name: LimitName): Promise<Verdict> =>
  countAttempts(ctx, tx, attemptsByAddress(ctx, name));

/** The same as `assertNotUsedUp`, by whoever asks. @throws {LimitReached} */
export const assertAddressFree = (ctx: RequestContext, name: LimitName): Promise<void> =>
  assertNoneRefuses(ctx, attemptsByAddress(ctx, name));

/** An account as far as it says which browsers it knows. */
type Account = { id: string; passwordHash: string | null } | undefined;

/** True of a browser that has signed in to the account before, or was made known by a mail. */
export const isKnownTo = ({ browser }: RequestContext, account: Account): boolean =>
  account !== undefined &&
  account.passwordHash !== null &&
  browser.knownAs({ userId: account.id, passwordHash: account.passwordHash }) !== null;

/**
 * Counts a mail that is asked for, for the mailbox and for whoever asks. A mailbox counts the same
 * whether or not an account has it. What a browser asks for that the account knows counts apart:
 * strangers cannot use that up.
 * @param mailbox.isOwners whether such a browser asks.
 * @throws {LimitReached} then nothing is counted.
 */
export const countMail = async (
  ctx: RequestContext,
  tx: Tx,
  { emailKey, isOwners }: { emailKey: string; isOwners: boolean },
  name: LimitName = "mailsByMailbox",
): Promise<void> => {
  const ofMailbox = isOwners ? "mailsByMailboxFromKnownBrowsers" : name;
  if (!isOwners) assertAllowed(await countedByAddress(ctx, tx, "mailsByAddress"));
  const verdict = await counted(ctx, tx, ofMailbox, emailKey);
  if (!verdict.allowed) throw new LimitReached(verdict, MAIL.enoughSent);
};
