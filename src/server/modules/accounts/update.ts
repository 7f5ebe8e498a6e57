import { countAccountChange } from "#server/access/attempts.ts";
import type { NewSession } from "#server/auth/lucia.ts";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { indexMember, changeUser } from "#server/modules/members/index.ts";
import { rememberPlace, tellOfSecurity } from "#server/modules/security/index.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { OPENING_CODE_KINDS } from "#shared/constants/accounts.ts";
import { SIGN_IN } from "#shared/messages.ts";
import { LOGIN_FIELDS } from "#shared/password-messages.ts";
import { passwordProblem } from "#shared/rules/account-fields.ts";
import type { AccountChanges } from "#shared/schemas/accounts.ts";
import { dropRequest } from "./address-rows.ts";
import { assertNames } from "./assert-input.ts";
import { verifyCurrentPassword } from "./current-password.ts";
import { assertNotUsedUp } from "./limited.ts";
import { assertPasswordAllowed } from "./refused-passwords.ts";

/** What differs from what is there; a name that is absent or null stays. */
const namesOf = (input: AccountChanges, user: MemberCtx["actor"]["user"]) => {
  const { firstName, lastName } = input;
  return {
    ...(firstName && firstName !== user.firstName ? { firstName } : {}),
    ...(lastName && lastName !== user.lastName ? { lastName } : {}),
  };
};

type PasswordChange = { oldHash: string; newHash: string };

/**
 * Checks a wish for another password, by what is wrong first [ACC-15], and hashes it.
 * @returns null where none of the three fields is filled.
 * @throws {AppError} `bad_request` with the sentence of the first check that fails.
 */
const checkPasswordChange = async (
  ctx: MemberCtx,
  changes: AccountChanges,
): Promise<PasswordChange | null> => {
  const { currentPassword, newPassword, confirmNewPassword } = changes;
  if (!currentPassword && !newPassword && !confirmNewPassword) return null;
  if (!currentPassword || !newPassword || !confirmNewPassword)
    throw wrongInput(ACCOUNT.passwordFieldsMissing, [
      ...(currentPassword ? [] : ["currentPassword"]),
      ...(newPassword ? [] : ["newPassword"]),
      ...(confirmNewPassword ? [] : ["confirmNewPassword"]),
    ]);
  await assertNotUsedUp(ctx.read, "accountChangesByMember", ctx.actor.userId);
  const oldHash = await verifyCurrentPassword(ctx, currentPassword, {
    field: "currentPassword",
    // Whatever becomes of the change: it has cost a hash.
    whenRight: countAccountChange,
  });
  if (newPassword !== confirmNewPassword)
    throw wrongInput(LOGIN_FIELDS.passwordsDiffer, ["confirmNewPassword"]);
  const problem = passwordProblem(newPassword);
  if (problem !== null) throw wrongInput(problem, ["newPassword"]);
  const { email, ...names } = ctx.actor.user;
  const { firstName, lastName } = { ...names, ...namesOf(changes, ctx.actor.user) };
  const owner = { email, firstName, lastName, current: currentPassword };
  await assertPasswordAllowed(ctx, { field: "newPassword", password: newPassword, owner });
  return { oldHash, newHash: await hashPassword(newPassword) };
};

const followPasswordChange = async (
  tx: MemberTx,
  { browser, network }: MemberCtx,
): Promise<NewSession> => {
  const { auth } = tx;
  const { userId, session } = tx.actor;
  await tx.audit({ action: "account.password_changed", subject: userId });
  await tellOfSecurity(tx, { userId, event: "passwordChanged" });
  // Whoever else may have asked for a reset, or reads the mails, does not undo it.
  await revokeCodes(tx, { userId, kinds: OPENING_CODE_KINDS });
  await dropRequest(tx, userId);
  await auth.sessions.endAll(tx, userId);
  const { hasSecondFactor } = session;
  await rememberPlace(tx, { browser, network }, userId);
  const from = { browser: browser.name, address: network };
  return auth.sessions.start(tx, { userId, ...from, hasSecondFactor });
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
    return followPasswordChange(tx, ctx);
  });
  if (session !== null) ctx.handOutToken(await auth.tokens.issue(session));
  // All browsers that knew the account are forgotten with the password, but for this one.
  if (password !== null) ctx.browser.remember({ userId, passwordHash: password.newHash });
  return ACCOUNT.updated;
};
