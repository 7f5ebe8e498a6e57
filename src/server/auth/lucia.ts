import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { type Adapter, Lucia, TimeSpan } from "lucia";
import { type Role, SESSION_IDLE_MS, SESSION_MAX_MS } from "#shared/constants/accounts.ts";
import type { Clock } from "#server/clock.ts";
import type { Reader, Store, Tx } from "#server/store/store.ts";

/** A browser that is signed in. */
export type Session = {
  id: string;
  userId: string;
  createdAt: Date;
  /** The end, unless it is used before. */
  expiresAt: Date;
};

/** Whose session it is, as the account stands now. */
export type SessionUser = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  promoReceivedAt: Date | null;
};

/** Who causes a request: only what a person does keeps a session alive (facts §2). */
export type Cause = "person" | "background";

export type Sessions = {
  /**
   * Signs a browser in, in the caller's transaction.
   * @param from.browser what the browser calls itself, in short.
   * @param from.address the network it comes from: a shortened address.
   */
  start(tx: Tx, from: { userId: string; browser: string; address: string }): Promise<Session>;
  /**
   * Finds the session and its user in one read. Where a person causes it and half of the session's
   * life has passed, it is prolonged, at most to 30 days after sign-in.
   * @returns null for a session that has ended or never was, or whose account is closed.
   */
  validate(
    sessionId: string,
    cause: Cause,
  ): Promise<{ session: Session; user: SessionUser } | null>;
  end(tx: Tx, sessionId: string): Promise<void>;
  /** Signs a person out everywhere. */
  endAll(tx: Tx, userId: string): Promise<void>;
  /** Signs a person out everywhere else. */
  endOthers(tx: Tx, userId: string, keptSessionId: string): Promise<void>;
  /** Removes up to `max` sessions that have run out. @returns how many. */
  forgetEnded(tx: Tx, max: number): Promise<number>;
};

const unused = (): never => {
  throw new Error("Nothing here asks Lucia for this.");
};

const NO_ATTRIBUTES = {};

/**
 * The one place that knows Lucia. It decides whether a session holds and when it is prolonged; its
 * adapter stands over the handle of whoever asks, so that ending sessions is part of their
 * transaction.
 * @param given.idleMs how long a session lives without use.
 */
export const createSessions = (given: {
  store: Store;
  clock: Clock;
  idleMs?: number;
}): Sessions => {
  const { store, clock, idleMs = SESSION_IDLE_MS } = given;
  const { sessions, users } = store.tables;
  const sessionExpiresIn = new TimeSpan(idleMs, "ms");

  const prolonged = (createdAt: Date) =>
    new Date(Math.min(clock.now().getTime() + idleMs, createdAt.getTime() + SESSION_MAX_MS));

  const selectBoth = (reader: Reader) =>
    reader
      .select({
        session: {
          id: sessions.id,
          userId: sessions.userId,
          createdAt: sessions.createdAt,
          expiresAt: sessions.expiresAt,
        },
        user: {
          id: users.id,
          email: users.email,
          firstName: users.firstName,
          lastName: users.lastName,
          role: users.role,
          promoReceivedAt: users.promoReceivedAt,
          deactivatedAt: users.deactivatedAt,
        },
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.id, sql.placeholder("id")));
  const find = selectBoth(store.read).prepare("session_and_user");
  type Found = Awaited<ReturnType<typeof find.execute>>[number];

  const luciaOver = (adapter: Partial<Adapter>) =>
    new Lucia(
      {
        getSessionAndUser: unused,
        getUserSessions: unused,
        setSession: unused,
        updateSessionExpiration: unused,
        deleteSession: unused,
        deleteUserSessions: unused,
        deleteExpiredSessions: unused,
        ...adapter,
      },
      { sessionExpiresIn },
    );

  const luciaOf = (tx: Tx) =>
    luciaOver({
      async deleteSession(id) {
        await tx.delete(sessions).where(eq(sessions.id, id));
      },
      async deleteUserSessions(userId) {
        await tx.delete(sessions).where(eq(sessions.userId, userId));
      },
    });

  /** What Lucia thinks of a session, which it is not allowed to change. */
  const judge = async (found: Found) => {
    let isDue = false;
    // Lucia reads the system's clock: shown to it, the end is as far away as it is by ours.
    const shiftMs = Date.now() - clock.now().getTime();
    const expiresAt = new Date(found.session.expiresAt.getTime() + shiftMs);
    const { id, userId } = found.session;
    const judged = await luciaOver({
      getSessionAndUser: async () => [
        { id, userId, expiresAt, attributes: NO_ATTRIBUTES },
        { id: userId, attributes: NO_ATTRIBUTES },
      ],
      async updateSessionExpiration() {
        isDue = true;
      },
      // Rows that have run out are removed by a job: reading writes nothing.
      async deleteSession() {},
    }).validateSession(id);
    return { isValid: judged.session !== null, isDue };
  };

  /** @returns the session as it is now, or null where it was ended meanwhile. */
  const prolong = (session: Session): Promise<Session | null> =>
    store.write(async (tx) => {
      const expiresAt = prolonged(session.createdAt);
      await tx
        .update(sessions)
        .set({ expiresAt, lastUsedAt: clock.now() })
        .where(and(eq(sessions.id, session.id), lt(sessions.expiresAt, expiresAt)));
      const [row] = await tx
        .select({ expiresAt: sessions.expiresAt })
        .from(sessions)
        .where(eq(sessions.id, session.id));
      return row === undefined ? null : { ...session, expiresAt: row.expiresAt };
    });

  return {
    async start(tx, { userId, browser, address }) {
      const createdAt = clock.now();
      const expiresAt = prolonged(createdAt);
      const lucia = luciaOver({
        async setSession({ id }) {
          const row = { id, userId, createdAt, expiresAt, lastUsedAt: createdAt, browser, address };
          await tx.insert(sessions).values(row);
        },
      });
      const { id } = await lucia.createSession(userId, NO_ATTRIBUTES);
      return { id, userId, createdAt, expiresAt };
    },
    async validate(sessionId, cause) {
      const [found] = await find.execute({ id: sessionId });
      if (found === undefined) return null;
      const { deactivatedAt, email, ...account } = found.user;
      if (deactivatedAt !== null || email === null) return null;
      const { isValid, isDue } = await judge(found);
      if (!isValid) return null;
      const canGrow = prolonged(found.session.createdAt) > found.session.expiresAt;
      const session =
        isDue && canGrow && cause === "person" ? await prolong(found.session) : found.session;
      return session === null ? null : { session, user: { ...account, email } };
    },
    end: (tx, sessionId) => luciaOf(tx).invalidateSession(sessionId),
    endAll: (tx, userId) => luciaOf(tx).invalidateUserSessions(userId),
    async endOthers(tx, userId, keptSessionId) {
      await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)));
    },
    async forgetEnded(tx, max) {
      const ended = tx
        .select({ id: sessions.id })
        .from(sessions)
        .where(lt(sessions.expiresAt, clock.now()))
        .limit(max);
      const gone = await tx
        .delete(sessions)
        .where(inArray(sessions.id, ended))
        .returning({ id: sessions.id });
      return gone.length;
    },
  };
};
