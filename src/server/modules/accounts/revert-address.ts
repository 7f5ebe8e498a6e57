import { and, eq, gt, gte } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { writeAndForgetPerson } from "#server/access/forget-person.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { issueCode, revokeCodes, spendCode } from "#server/auth/one-time-codes.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import { forgetFactorsSince } from "#server/modules/factors/index.ts";
import { releaseLinks } from "#server/modules/links/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { indexMember, restoreAddress } from "#server/modules/members/index.ts";
import { forgetPasskeys } from "#server/modules/passkeys/index.ts";
import { forgetPlaces } from "#server/modules/security/index.ts";
import { ADDRESS } from "#shared/address-messages.ts";
import { ADDRESS_REVERT_MS, OPENING_CODE_KINDS } from "#shared/constants/accounts.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import type { revertedAddress, verificationInput } from "#shared/schemas/accounts.ts";
import { dropRequest } from "./address-rows.ts";
import { mailboxOf } from "./mail-code.ts";

const REFUSED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> = {
  unknown: ["bad_request", ADDRESS.revertInvalid],
  expired: ["bad_request", ADDRESS.revertInvalid],
  used: ["code_used", ADDRESS.revertUsed],
};

/** Takes a change that can still be taken back, and those that came after it. @returns it; null where it cannot. */
const takeChange = async (tx: Tx, userId: string, id: string) => {
  const { addressChanges: t } = tx.tables;
  const isIt = and(eq(t.id, id), eq(t.userId, userId), gt(t.until, tx.clock.now()));
  const [change] = await tx.delete(t).where(isIt).returning();
  if (change === undefined) return null;
  // Whoever went on to a third address does not keep the second one for a week.
  await tx.delete(t).where(and(eq(t.userId, userId), gte(t.changedAt, change.changedAt)));
  return change;
};

/**
 * Removes that with which whoever changed the address could log in again: passkeys and a Discord account that came
 * within the week before, or since. An app is no way in by itself: one that stood at the change stays, or whoever
 * reads the former mailbox would get rid of it; a later one would keep the owner out.
 */
const removeNewWays = async (tx: Tx, userId: string, changedAt: Date): Promise<void> => {
  const since = new Date(changedAt.getTime() - ADDRESS_REVERT_MS);
  await forgetPasskeys(tx, userId, since);
  await forgetFactorsSince(tx, userId, changedAt);
  const { links } = tx.tables;
  const isNew = and(eq(links.userId, userId), gte(links.linkedAt, since));
  const [discord] = await tx
    .select({ platform: links.platform })
    .from(links)
    .where(and(isNew, eq(links.platform, "discord")));
  if (discord !== undefined) await releaseLinks(tx, { userId, platform: discord.platform });
};

/** Tells the address that is given up: its owner may be the account's, whose old mailbox is another's. */
const tellGivenUp = async (
  tx: Tx,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
): Promise<void> => {
  if (tx.config.mail === null) return;
  await queueMail(tx, {
    to: mailboxOf({ firstName, lastName }, email),
    template: "address-reverted",
    data: { firstName, at: tx.clock.now().toISOString() },
  });
};

const revert = async (tx: Tx, spent: { userId: string; about: string | null }) => {
  const { users } = tx.tables;
  const { userId } = spent;
  const change = await takeChange(tx, userId, spent.about ?? "");
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (change === null || user === undefined) throw new AppError(...REFUSED.unknown);
  await restoreAddress(tx, userId, change.email);
  await dropRequest(tx, userId);
  await revokeCodes(tx, { userId, kinds: OPENING_CODE_KINDS });
  await removeNewWays(tx, userId, change.changedAt);
  await forgetPlaces(tx, userId);
  await tx.auth.sessions.endAll(tx, userId);
  await indexMember(tx, userId);
  await tx.audit({ actorId: null, action: "account.address_reverted", subject: userId });
  tx.publish({ type: "account.changed", userId });
  if (user.email !== null && emailKeyOf(user.email) !== change.emailKey)
    await tellGivenUp(tx, { ...user, email: user.email });
  // Only an Admin opens what an Admin has closed.
  if (user.deactivatedBy === "admin")
    return { message: ADDRESS.revertedClosed(change.email), token: null };
  const token = await issueCode(tx, { userId, kind: "reset" });
  return { message: ADDRESS.reverted(change.email), token };
};

/**
 * Takes a change of address back, with the link that was mailed to the former one [EMAIL-04]. The account is signed
 * out everywhere and its password opens nothing any more, so that whoever changed the address with it gains nothing.
 * @returns the sentence to show, and the token with which a new password is set; no token for an account that an
 *   Admin has closed.
 * @throws {AppError} `bad_request` for a code that is missing, unknown or expired, `code_used`; `too_many_requests`.
 */
export const revertAddress = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof verificationInput>,
): Promise<z.infer<typeof revertedAddress>> => {
  if (!code) throw new AppError(...REFUSED.unknown);
  // Counted by itself: the try counts whatever comes of it.
  assertAllowed(await ctx.write((tx) => tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"))));
  return writeAndForgetPerson(ctx, async (tx) => {
    const spent = await spendCode(tx, { code, kind: "revert" });
    if (spent.outcome !== "ok") throw new AppError(...REFUSED[spent.outcome]);
    return revert(tx, spent);
  });
};
