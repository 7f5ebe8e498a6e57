import { eq } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import { LimitReached } from "#server/auth/limits.ts";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { mailCode } from "#server/modules/accounts/index.ts";
import { verifyUser } from "#server/modules/members/index.ts";
import { one } from "#server/store/one.ts";
import { MAIL } from "#shared/account-messages.ts";
import { PEOPLE } from "#shared/people-messages.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import type { ReasonedInput } from "#shared/schemas/people.ts";
import { type ActingCtx, assertInUse, assertNotBeyond, findUser } from "./load.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

/**
 * Confirms a member's address in their place, for whom no mail arrives: they can log in [ADMIN-15].
 * Codes that were mailed to confirm it are good for nothing then.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it is confirmed already, where there is none, and for a
 *   deactivated account.
 */
export const confirmAddress = async (
  ctx: ActingCtx,
  { id, reason }: ReasonedInput,
): Promise<string> => {
  await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    assertInUse(user);
    await assertMay(tx, "addresses");
    assertNotBeyond(tx, user);
    if (user.email === null) throw refused(PEOPLE.noAddress);
    if (!(await verifyUser(tx, id))) throw refused(PEOPLE.alreadyConfirmed);
    await revokeCodes(tx, { userId: id, kinds: ["verify"] });
    const change = { before: { isVerified: false }, after: { isVerified: true } };
    await tx.audit({ action: "account.verified", subject: id, ...change, note: reason });
    tx.publish({ type: "account.changed", userId: id });
  });
  return PEOPLE.confirmed;
};

/**
 * Sends a member the mail again that confirms their address; the older one is good for nothing then.
 * Whose account waits gets the mail with which they claim it.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it is confirmed already, for a deactivated account,
 *   and while mail is off; `too_many_requests` for the mailbox.
 */
export const resendVerificationTo = async (
  ctx: MemberCtx,
  { id }: { id: string },
): Promise<string> => {
  if (ctx.config.mail === null) throw refused(PEOPLE.mailOff);
  const { users } = ctx.tables;
  await ctx.write(async (tx) => {
    const account = await findUser(tx, id);
    assertInUse(account);
    const user = one(await tx.select().from(users).where(eq(users.id, id)));
    if (user.email === null) throw refused(PEOPLE.noAddress);
    if (user.verifiedAt !== null) throw refused(PEOPLE.alreadyConfirmed);
    await assertMay(tx, "addresses");
    assertNotBeyond(tx, account);
    const mailbox = { name: "mailsByMailbox", subject: emailKeyOf(user.email) } as const;
    const verdict = await tx.tryCount(mailbox);
    if (!verdict.allowed) throw new LimitReached(verdict, MAIL.enoughSent);
    await mailCode(tx, user.waitsSince === null ? "verify" : "reset", { user });
    await tx.audit({ action: "account.verification_sent", subject: id });
  });
  return PEOPLE.sentAgain;
};
