import { countAccountChange } from "#server/access/attempts.ts";
import type { NewSession } from "#server/auth/lucia.ts";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { indexMember, changeUser } from "#server/modules/members/index.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { SIGN_IN } from "#shared/messages.ts";
import type { AccountChanges } from "#shared/schemas/accounts.ts";
import { assertNames } from "./assert-input.ts";
import { checkPasswordChange } from "./change-password.ts";
import { mailboxOf } from "./mail-code.ts";

const followPasswordChange = async (
  tx: MemberTx,
  { firstName, lastName }: { firstName: string; lastName: string },
  from: { browser: string; address: string },
): Promise<NewSession> => {
  const { clock, auth } = tx;
  const { userId, user } = tx.actor;
  await tx.audit({ action: "account.password_changed", subject: userId });
  await queueMail(tx, {
    to: mailboxOf({ firstName, lastName }, user.email),
    template: "password-changed",
    data: { firstName, changedAt: clock.now().toISOString() },
  });
  // Whoever else may have asked for a reset, or reads the mails, does not undo it.
  for (const kind of ["reset", "browser"] as const) await revokeCodes(tx, { userId, kind });
  await auth.sessions.endAll(tx, userId);
  return auth.sessions.start(tx, { userId, ...from });
};

/** What differs from what is there; a name that is absent or null stays. */
const namesOf = (input: AccountChanges, user: MemberCtx["actor"]["user"]) => {
  const { firstName, lastName } = input;
  return {
    ...(firstName && firstName !== user.firstName ? { firstName } : {}),
    ...(lastName && lastName !== user.lastName ? { lastName } : {}),
  };
};

/**
 * Changes names and password. Another password ends all sessions, and a reset that was asked for;
 * the browser that changes it is handed a new session.
 * @returns the sentence to show.
 * @throws {AppError} `bad_request` with the wrong fields [ACC-15], `current_password_wrong`,
 *   `too_many_requests` after wrong passwords.
 */
export const updateAccount = async (ctx: MemberCtx, input: AccountChanges): Promise<string> => {
  const { auth, actor } = ctx;
  const { userId } = actor;
  const names = namesOf(input, actor.user);
  assertNames(names);
  const password = await checkPasswordChange(ctx, input);
  const isRenamed = Object.keys(names).length > 0;
  if (!isRenamed && password === null) return ACCOUNT.nothingToChange;
  const session = await ctx.write(async (tx) => {
    // A password was counted when the present one was said.
    if (password === null) await countAccountChange(tx);
    const user = await changeUser(tx, userId, { ...names, password });
    // Closed, or given another password, since this request came: its session has ended.
    if (user === null) throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
    if (isRenamed) {
      await tx.audit({ action: "account.changed", subject: userId });
      await indexMember(tx, userId);
    }
    tx.publish({ type: "account.changed", userId });
    if (password === null) return null;
    const from = { browser: ctx.browser.name, address: ctx.network };
    return followPasswordChange(tx, user, from);
  });
  if (session !== null) ctx.handOutToken(await auth.tokens.issue(session));
  // All browsers that knew the account are forgotten with the password, but for this one.
  if (password !== null) ctx.browser.remember({ userId, passwordHash: password.newHash });
  return ACCOUNT.updated;
};
