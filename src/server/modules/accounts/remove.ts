import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { assertConfirmed, writeAndForgetPerson } from "#server/access/account-changes.ts";
import { forgetOrigins } from "#server/auth/audit.ts";
import { removeCodes } from "#server/auth/one-time-codes.ts";
import type { Ctx, MemberCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { forgetArchive } from "#server/modules/archives/index.ts";
import { forgetAttachments } from "#server/modules/attachments/index.ts";
import { forgetPlayer, revokeKeysOf } from "#server/modules/bridge/index.ts";
import { forgetConsents } from "#server/modules/consents/index.ts";
import { forgetFactors } from "#server/modules/factors/index.ts";
import { releaseLinks } from "#server/modules/links/index.ts";
import { queueMail, withdrawMail } from "#server/modules/mail/index.ts";
import {
  assertOtherAdmin,
  closeUser,
  eraseUser,
  forgetSearchTerms,
  removeUser,
} from "#server/modules/members/index.ts";
import { dropReadNotices } from "#server/modules/notices/index.ts";
import { forgetNotifications } from "#server/modules/notifications/index.ts";
import { forgetPasskeys } from "#server/modules/passkeys/index.ts";
import { forgetEntries } from "#server/modules/points/index.ts";
import { forgetPreferences } from "#server/modules/preferences/index.ts";
import { forgetReplies } from "#server/modules/queue/index.ts";
import { forgetPlaces } from "#server/modules/security/index.ts";
import { eraseStrikes, forgetStrikes } from "#server/modules/strikes/index.ts";
import { leaveTeam } from "#server/modules/team/index.ts";
import { forgetReadings, giveBackTickets, leaveTickets } from "#server/modules/tickets/index.ts";
import { ACCOUNT, NO_MAIL_ANSWERS } from "#shared/account-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS, UNVERIFIED_KEPT_MS } from "#shared/constants/accounts.ts";
import { SIGN_IN } from "#shared/messages.ts";
import type { accountClosing } from "#shared/schemas/accounts.ts";
import { forgetAddresses, otherAddressesOf } from "./change-address.ts";
import { whereMailed } from "./checks.ts";
import { confirmAlongside } from "./confirm.ts";
import { mailboxOf } from "./mailed-codes.ts";

/**
 * Closes one's own account and signs it out everywhere. For 30 days its owner can bring it back with
 * the password-reset mail [ACC-17].
 * @returns the sentence to show.
 * @throws {AppError} `conflict` for the last active Admin; `step_up`, unless the password comes along,
 *   which may be `current_password_wrong`.
 */
export const deactivateAccount = async (
  ctx: MemberCtx,
  { currentPassword }: z.infer<typeof accountClosing>,
): Promise<string> => {
  await confirmAlongside(ctx, currentPassword);
  const { auth, actor } = ctx;
  const { userId, user } = actor;
  await writeAndForgetPerson(ctx, async (tx) => {
    await assertConfirmed(tx);
    const closed = await closeUser(tx, { userId, by: "owner" });
    if (closed === null) throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
    if (closed.role === "Admin") await assertOtherAdmin(tx, userId);
    await auth.sessions.endAll(tx, userId);
    await tx.audit({
      action: "account.deactivated",
      subject: userId,
      after: { deactivatedBy: "owner" },
    });
    await revokeKeysOf(tx, { userId, reason: "makerDeactivated" });
    await queueMail(tx, {
      to: mailboxOf(user, user.email),
      template: "goodbye",
      data: { firstName: user.firstName, closedAt: closed.closedAt.toISOString() },
    });
  });
  return whereMailed(ctx, ACCOUNT.deactivated, NO_MAIL_ANSWERS.deactivated);
};

/**
 * Removes what is a person's alone, in the caller's transaction: links, sessions, codes, other addresses, second
 * factors, passkeys, known browsers, news, what they have read, the files that they uploaded on tickets, when they
 * played, what waits for them in games, what they are found by, and from where they came.
 * @returns false while there is more of it than one transaction should remove.
 */
const removeBelongings = async (tx: Tx, userId: string): Promise<boolean> => {
  await tx.auth.sessions.endAll(tx, userId);
  await removeCodes(tx, userId);
  await forgetAddresses(tx, userId);
  await forgetFactors(tx, userId);
  await forgetPasskeys(tx, userId);
  await forgetPlaces(tx, userId);
  await releaseLinks(tx, { userId, isErased: true });
  await forgetSearchTerms(tx, userId);
  await forgetPlayer(tx, userId);
  await forgetReplies(tx, userId);
  await forgetArchive(tx, userId);
  await forgetAttachments(tx, userId);
  await leaveTeam(tx, userId);
  await dropReadNotices(tx, userId, "all");
  await forgetPreferences(tx, userId);
  await giveBackTickets(tx, userId);
  const isAll = (await forgetNotifications(tx, userId)) && (await forgetReadings(tx, userId));
  return isAll && forgetOrigins(tx, userId);
};

/** Few enough for no visitor to wait for them. */
const SLICE = 10;

/**
 * Works off the accounts for which `isDue` holds, in slices: takes back mail that waits for them and
 * what is theirs alone, then has `finish` deal with the account itself. One that is no longer due
 * when its turn comes, since its owner came back, is left alone.
 * @param signal stops between two slices.
 */
const removeDue = async (
  ctx: Ctx,
  isDue: SQL | undefined,
  finish: (tx: Tx, userId: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const { users } = ctx.tables;
  while (!signal.aborted) {
    const due = await ctx.read
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(isDue)
      .limit(SLICE);
    if (due.length === 0) return;
    const ids = due.map(({ id }) => id);
    const others = await otherAddressesOf(ctx.read, ids);
    const addresses = [...due.flatMap(({ email }) => email ?? []), ...others];
    await withdrawMail(ctx, addresses, signal);
    if (signal.aborted) return;
    for (const { id } of due) {
      const removeSome = () =>
        ctx.write(async (tx) => {
          const isStillDue = and(eq(users.id, id), isDue);
          const [still] = await tx.select({ id: users.id }).from(users).where(isStillDue);
          if (still === undefined) return true;
          const isAll = await removeBelongings(tx, id);
          if (isAll) await finish(tx, id);
          return isAll;
        });
      while (!(await removeSome())) await yieldToEventLoop();
      await yieldToEventLoop();
    }
  }
};

const isAsked = ({ tables: { users } }: Ctx) =>
  and(isNotNull(users.eraseAskedAt), isNull(users.erasedAt));

const erase = async (tx: Tx, userId: string): Promise<void> => {
  await eraseStrikes(tx, userId);
  await eraseUser(tx, userId);
  await tx.audit({ action: "account.erased", subject: userId });
};

/**
 * Erases the personal data of accounts that their owners closed 30 days ago or longer, and of those for
 * which it was asked. E-mail and Discord account are free again.
 * @param signal stops between two slices.
 */
export const eraseClosed = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { clock } = ctx;
  const { users } = ctx.tables;
  const isDue = and(
    eq(users.deactivatedBy, "owner"),
    lte(users.deactivatedAt, new Date(clock.now().getTime() - CLOSED_ACCOUNT_KEPT_MS)),
    isNull(users.erasedAt),
  );
  await removeDue(ctx, isDue, erase, signal);
  await removeDue(ctx, isAsked(ctx), erase, signal);
};

/**
 * Erases, now, an account for which that was asked; where it is broken off, the next run of
 * `eraseClosed` goes on.
 * @param formerAddress one that it had until now, for which mails may wait.
 */
export const eraseAsked = async (
  ctx: Ctx,
  userId: string,
  formerAddress: string | null = null,
): Promise<void> => {
  const { signal } = new AbortController();
  if (formerAddress !== null) await withdrawMail(ctx, [formerAddress], signal);
  const isIt = and(eq(ctx.tables.users.id, userId), isAsked(ctx));
  await removeDue(ctx, isIt, erase, signal);
};

const remove = async (tx: Tx, userId: string): Promise<void> => {
  await leaveTickets(tx, userId);
  await forgetEntries(tx, userId);
  await forgetConsents(tx, userId);
  await forgetStrikes(tx, userId);
  await removeUser(tx, userId);
  await tx.audit({ action: "account.removed", subject: userId });
};

/**
 * Removes registrations whose address nobody has proven for seven days. What an Admin closed stays.
 * @param signal stops between two slices.
 */
export const forgetUnverified = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { clock } = ctx;
  const { users } = ctx.tables;
  const isDue = and(
    isNull(users.verifiedAt),
    // What somebody brought along is not lost because a mail was not read.
    isNull(users.importKey),
    lte(users.createdAt, new Date(clock.now().getTime() - UNVERIFIED_KEPT_MS)),
    isNull(users.deactivatedAt),
  );
  await removeDue(ctx, isDue, remove, signal);
};
