import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { z } from "zod";
import { assertConfirmed } from "#server/access/confirmed.ts";
import { endOthers } from "#server/access/end-others.ts";
import { writeAndForgetPerson } from "#server/access/forget-person.ts";
import { lacksFactor } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { SESSIONS_MAX } from "#shared/constants/accounts.ts";
import type { OpenSession, sessionId, CurrentUser } from "#shared/schemas/accounts.ts";

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
