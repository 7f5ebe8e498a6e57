import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { SESSIONS_MAX } from "#shared/constants/accounts.ts";
import type { OpenSession } from "#shared/schemas/accounts.ts";

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
