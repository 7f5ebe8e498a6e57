import { and, eq, isNull } from "drizzle-orm";
import { countAccountChange } from "#server/auth/attempts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import type { NewSession } from "#server/auth/lucia.ts";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { indexMember } from "#server/modules/members/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import type { Tx } from "#server/store/store.ts";
import { ACCOUNT, LOGIN } from "#shared/messages.ts";
import { personNameProblem } from "#shared/rules/person-name.ts";
import type { AccountChanges } from "#shared/schemas/accounts.ts";
import { checkPasswordChange, type PasswordChange } from "./change-password.ts";
import { mailboxOf } from "./mail-code.ts";

type Changes = { firstName?: string; lastName?: string; password: PasswordChange | null };

const writeChanges = async (
  { store, actor: { userId } }: MemberContext,
  tx: Tx,
  { password, ...names }: Changes,
) => {
  const { users } = store.tables;
  const isMine = and(eq(users.id, userId), isNull(users.deactivatedAt));
  const [user] = await tx
    .update(users)
    .set(password === null ? names : { ...names, passwordHash: password.newHash })
    .where(password === null ? isMine : and(isMine, eq(users.passwordHash, password.oldHash)))
    .returning({ firstName: users.firstName, lastName: users.lastName });
  // Closed, or given another password, since this request came: its session has ended.
  if (user === undefined) throw new AppError("unauthorized", LOGIN.endedElsewhere);
  return user;
};

const followPasswordChange = async (
  ctx: MemberContext,
  tx: Tx,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<NewSession> => {
  const { store, clock, auth, browser, network } = ctx;
  const { userId, user } = ctx.actor;
  const action = "account.password_changed";
  await writeAudit(ctx, tx, { actorId: userId, action, subject: userId });
  await queueMail(store, tx, clock, {
    to: mailboxOf({ firstName, lastName }, user.email),
    template: "password-changed",
    data: { firstName, changedAt: clock.now().toISOString() },
  });
  // Whoever else may have asked for a reset, or reads the mails, does not undo it.
  for (const kind of ["reset", "browser"] as const) await revokeCodes(store, tx, { userId, kind });
  await auth.sessions.endAll(tx, userId);
  return auth.sessions.start(tx, { userId, browser: browser.name, address: network });
};

/** What differs from what is there; a name that is absent or null stays. */
const namesOf = (input: AccountChanges, user: MemberContext["actor"]["user"]) => {
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
 * @throws {AppError} `bad_request` (facts §4), `too_many_requests` after wrong passwords.
 */
export const updateAccount = async (ctx: MemberContext, input: AccountChanges): Promise<string> => {
  const { store, auth, actor } = ctx;
  const { userId } = actor;
  const names = namesOf(input, actor.user);
  const nameProblem = personNameProblem(names);
  if (nameProblem !== null) throw new AppError("bad_request", nameProblem);
  const password = await checkPasswordChange(ctx, input);
  const isRenamed = Object.keys(names).length > 0;
  if (!isRenamed && password === null) return ACCOUNT.nothingToChange;
  const session = await store.write(async (tx) => {
    // A password was counted when the present one was said.
    if (password === null) await countAccountChange(ctx, tx, userId);
    const user = await writeChanges(ctx, tx, { ...names, password });
    const entry = { actorId: userId, action: "account.changed", subject: userId } as const;
    if (isRenamed) {
      await writeAudit(ctx, tx, entry);
      await indexMember(store, tx, userId);
    }
    tx.publish({ type: "account.changed", userId });
    return password === null ? null : followPasswordChange(ctx, tx, user);
  });
  if (session !== null) ctx.handOutToken(await auth.tokens.issue(session));
  // All browsers that knew the account are forgotten with the password, but for this one.
  if (password !== null) ctx.browser.remember({ userId, passwordHash: password.newHash });
  return ACCOUNT.updated;
};
