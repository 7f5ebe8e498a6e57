import { and, desc, eq, gt, ne } from "drizzle-orm";
import { SESSIONS_MAX } from "#shared/constants/accounts.ts";
import type { MemberContext } from "#server/context.ts";
import type { OpenSession } from "#shared/schemas/accounts.ts";

/** The browsers that are signed in to the account: the one that asks, then by their last use. */
export const listSessions = async (ctx: MemberContext): Promise<OpenSession[]> => {
  const { clock, store } = ctx;
  const { session, userId } = ctx.actor;
  const { sessions } = store.tables;
  const isOpen = and(eq(sessions.userId, userId), gt(sessions.expiresAt, clock.now()));
  const current = await store.read
    .select()
    .from(sessions)
    .where(and(isOpen, eq(sessions.id, session.id)));
  const others = await store.read
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
