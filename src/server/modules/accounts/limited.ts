import { attemptsByAddress } from "#server/access/attempts.ts";
import { assertAllowed, type Attempt, findRefusal, LimitReached } from "#server/auth/limits.ts";
import type { RequestCtx, Tx, CtxReader } from "#server/context/context.ts";
import { MAIL } from "#shared/account-messages.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { whereMailed } from "./without-mail.ts";

/** Asks limits without counting. @throws {LimitReached} where one refuses already. */
const assertNoneRefuses = async (
  reader: CtxReader,
  attempts: readonly Attempt[],
): Promise<void> => {
  for (const attempt of attempts) {
    const refusal = await findRefusal(reader, attempt);
    if (refusal !== null) throw new LimitReached(refusal);
  }
};

/**
 * Asks a limit without counting.
 * @throws {LimitReached} where it refuses already.
 */
export const assertNotUsedUp = (
  reader: CtxReader,
  name: LimitName,
  subject: string,
): Promise<void> => assertNoneRefuses(reader, [{ name, subject }]);

/** The same as `assertNotUsedUp`, by whoever asks. @throws {LimitReached} */
export const assertAddressFree = (ctx: RequestCtx, name: LimitName): Promise<void> =>
  assertNoneRefuses(ctx.read, attemptsByAddress(ctx, name));

/** An account as far as it says which browsers it knows. */
type Account = { id: string; passwordHash: string | null } | undefined;

/** True of a browser that has signed in to the account before, or was made known by a mail. */
export const isKnownTo = ({ browser }: RequestCtx, account: Account): boolean =>
  account !== undefined &&
  account.passwordHash !== null &&
  browser.knownAs({ userId: account.id, passwordHash: account.passwordHash }) !== null;

/**
 * Counts a mail that is asked for, for the mailbox and for whoever asks. A mailbox counts the same
 * whether or not an account has it. What a browser asks for that the account knows counts apart:
 * strangers cannot use that up.
 * @param mailbox.isOwners whether such a browser asks.
 * @param byAddress where strangers are counted by whoever asks.
 * @throws {LimitReached} then nothing is counted.
 */
export const countMail = async (
  tx: Tx,
  { emailKey, isOwners }: { emailKey: string; isOwners: boolean },
  byAddress: readonly Attempt[],
  name: LimitName = "mailsByMailbox",
): Promise<void> => {
  const ofMailbox = isOwners ? "mailsByMailboxFromKnownBrowsers" : name;
  if (!isOwners) assertAllowed(await tx.tryCount(...byAddress));
  const verdict = await tx.tryCount({ name: ofMailbox, subject: emailKey });
  if (!verdict.allowed)
    throw new LimitReached(
      verdict,
      whereMailed(tx, MAIL.enoughSent, () => MESSAGES.tooManyAttempts),
    );
};
