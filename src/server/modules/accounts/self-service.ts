import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { z } from "zod";
import {
  assertConfirmed,
  countAccountChange,
  endOthers,
  writeAndForgetPerson,
} from "#server/access/account-changes.ts";
import { lacksFactor } from "#server/access/rights.ts";
import type { NewSession } from "#server/auth/lucia.ts";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import { hashPassword } from "#server/auth/secrets.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { changeUser, indexMember } from "#server/modules/members/index.ts";
import { rememberPlace, tellOfSecurity } from "#server/modules/security/index.ts";
import { ACCOUNT, LOGIN_FIELDS } from "#shared/account-messages.ts";
import { OPENING_CODE_KINDS, SESSIONS_MAX } from "#shared/constants/accounts.ts";
import { SIGN_IN } from "#shared/messages.ts";
import { passwordProblem } from "#shared/rules/account-fields.ts";
import type {
  AccountChanges,
  CurrentUser,
  OpenSession,
  sessionId,
} from "#shared/schemas/accounts.ts";
import { dropRequest } from "./change-address.ts";
import { assertNames, assertNotUsedUp, assertPasswordAllowed } from "./checks.ts";
import { verifyCurrentPassword } from "./confirm.ts";

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

/** The browsers that are signed in to the account: the one that asks, then by their last use. */
export const listSessions = async (ctx: MemberCtx): Promise<OpenSession[]> => {
  const { clock } = ctx;
  const { session, userId } = ctx.actor;
  const { sessions } = ctx.tables;
  const isOpen = and(eq(sessions.userId, userId), gt(sessions.expiresAt, clock.now()));
  const current = await ctx.read
    .select()
    .from(sessions)
    .where(and(isOpen, eq(sessions.id, session.id)));
  const others = await ctx.read
    .select()
    .from(sessions)
    .where(and(isOpen, ne(sessions.id, session.id)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(SESSIONS_MAX);
  return [...current, ...others].map(({ id, browser, address, createdAt, lastUsedAt }) => ({
    id,
    browser,
    address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === session.id,
  }));
};

/**
 * Signs one browser of one's own out.
 * @throws {AppError} `not_found` for a session that is not, or no longer, one's own; `step_up` for another than
 *   the one that asks.
 */
export const endSession = async (
  ctx: MemberCtx,
  { id }: z.infer<typeof sessionId>,
): Promise<void> => {
  const { auth } = ctx;
  const { session, userId } = ctx.actor;
  const { sessions } = ctx.tables;
  const work = async (tx: MemberTx) => {
    const [own] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
    if (own === undefined) throw new AppError("not_found", ACCOUNT.sessionUnknown);
    if (own.id !== session.id) await assertConfirmed(tx);
    await auth.sessions.end(tx, own.id);
    await tx.audit({ action: "session.ended", subject: userId, after: { sessions: 1 } });
    tx.publish({ type: "account.changed", userId });
  };
  await writeAndForgetPerson(ctx, work, id === session.id);
};

/** Signs all browsers but this one out. @throws {AppError} `step_up` */
export const endOtherSessions = async (ctx: MemberCtx): Promise<void> => {
  await ctx.write(async (tx) => {
    await assertConfirmed(tx);
    if ((await endOthers(tx)) > 0) tx.publish({ type: "account.changed", userId: tx.actor.userId });
  });
};

/**
 * Ends the session of the browser that asks: from now on its token is worth nothing, and whoever signs
 * in there next cannot link what was proven before.
 */
export const logout = async (ctx: MemberCtx): Promise<void> => {
  const { auth } = ctx;
  const { session, userId } = ctx.actor;
  await writeAndForgetPerson(ctx, async (tx) => {
    if (!(await auth.sessions.end(tx, session.id))) return;
    await tx.audit({ action: "session.ended", subject: userId, after: { sessions: 1 } });
    tx.publish({ type: "account.changed", userId });
  });
};

/** Who is signed in, as the account stood when the request came. Asks the database nothing more. */
export const readMe = async ({ actor, config }: MemberCtx): Promise<CurrentUser> => {
  const { id, email, firstName, lastName, role, team, promoReceivedAt } = actor.user;
  return {
    id,
    email,
    firstName,
    lastName,
    role,
    roles: [role, ...(team?.roles ?? [])],
    permissions: [...actor.permissions],
    ...(lacksFactor(actor.user, actor.session, { config }) && { needsSecondFactor: true }),
    promoReceivedDate: promoReceivedAt?.toISOString() ?? null,
  };
};
