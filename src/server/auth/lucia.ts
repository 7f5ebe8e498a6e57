import { and, desc, eq, inArray, lt, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { type Adapter, Lucia, TimeSpan } from "lucia";
import type { Clock } from "#server/core/clock.ts";
import type { Reader, Store, StoreTx } from "#server/store/store.ts";
import { storeTroubleOf } from "#server/store/trouble.ts";
import type { BusEvent } from "#shared/bus.ts";
import {
  type Permission,
  type Role,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSIONS_MAX,
} from "#shared/constants/accounts.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { hashOf } from "./secrets.ts";

/** A browser that is signed in. */
export type Session = {
  /** The hash of what opens it: good for naming the session, not for using it. */
  id: string;
  userId: string;
  createdAt: Date;
  /** The end, unless it is used before. */
  expiresAt: Date;
  /** When a person last used it, to the nearest ten minutes before. */
  lastUsedAt: Date;
  /** When the person last proved in it who they are: at sign-in, or by a confirmation since. */
  confirmedAt: Date;
  /** Whether a second factor was proven in it. */
  hasSecondFactor: boolean;
};

/** A session that has just begun: only now is known what opens it. */
export type NewSession = Session & { secret: string };

/**
 * By what a session is stored and named.
 * @param secret what its token carries.
 */
export const sessionIdOf = (secret: string): string => hashOf(secret);

/** The roles that somebody has in the team, by their names, and what these let them do together. */
export type TeamRights = {
  readonly roles: readonly string[];
  readonly permissions: readonly Permission[];
};

/** Whose session it is, as the account stands now. */
export type SessionUser = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** What their roles in the team give them; null for who has none. */
  team: TeamRights | null;
  promoReceivedAt: Date | null;
};

/** Who causes a request: only what a person does keeps a session alive [SESS-06]. */
export type Cause = "person" | "background";

export type Sessions = {
  /**
   * Signs a browser in, in the caller's transaction. Of more than a hundred, those that have not been
   * used for longest are signed out.
   * @param from.browser what the browser calls itself, in short.
   * @param from.address the network it comes from: a shortened address.
   * @param from.confirmedAt when who it is was proven, if not now.
   * @param from.hasSecondFactor false by default.
   */
  start(
    tx: StoreTx,
    from: {
      userId: string;
      browser: string;
      address: string;
      confirmedAt?: Date;
      hasSecondFactor?: boolean;
    },
  ): Promise<NewSession>;
  /**
   * Finds the session and its user in one read. Where a person causes it, the use is noted now and
   * then, and once half of the session's life has passed, it is prolonged, at most to 30 days after
   * sign-in.
   * @param sessionId as `sessionIdOf` gives it.
   * @returns null for a session that has ended or never was, or whose account is closed.
   */
  validate(
    sessionId: string,
    cause: Cause,
  ): Promise<{ session: Session; user: SessionUser } | null>;
  /** Notes that a second factor was proven in a session, now. */
  noteSecondFactor(tx: StoreTx, sessionId: string): Promise<void>;
  /** No session of a person has proven a second factor any more: what it was has gone. */
  forgetSecondFactor(tx: StoreTx, userId: string): Promise<void>;
  /**
   * Notes that the person has just proven in this session who they are.
   * @param proven.isTwice whether by two factors at once.
   * @returns false where it has ended.
   */
  confirm(
    tx: StoreTx,
    proven: { sessionId: string; userId: string; isTwice: boolean },
  ): Promise<boolean>;
  /** Signs a browser out, and publishes it, as the next two do. @returns whether it was signed in. */
  end(tx: StoreTx, sessionId: string): Promise<boolean>;
  /** Signs a person out everywhere. @returns how many sessions that were. */
  endAll(tx: StoreTx, userId: string): Promise<number>;
  /** Signs a person out everywhere else. @returns how many sessions that were. */
  endOthers(tx: StoreTx, userId: string, keptSessionId: string): Promise<number>;
  /** Removes up to `max` sessions that have run out. @returns how many. */
  forgetEnded(tx: StoreTx, max: number): Promise<number>;
};

/** Which sessions of a person somebody has ended: these, or all but one. */
export type EndedSessions = { userId: string } & (
  | { sessionIds: readonly string[] }
  | { keptSessionId: string | null }
);

type EndedEvent = Extract<BusEvent, { type: "session.ended" }>;

const unused = (): never => {
  throw new Error("Nothing here asks Lucia for this.");
};

const NO_ATTRIBUTES = {};

/** A use is written down this long after the last one that was: not with every request. */
const USE_NOTED_MS = 10 * MINUTE_MS;

/**
 * The one place that knows Lucia. It decides whether a session holds and when it is prolonged; its
 * adapter stands over the handle of whoever asks, so that ending sessions is part of their
 * transaction.
 * @param given.idleMs how long a session lives without use.
 * @param given.onEnded what is forgotten with sessions that somebody ends, in the same transaction.
 */
export const createSessions = (given: {
  store: Store;
  clock: Clock;
  idleMs?: number;
  onEnded?: ((tx: StoreTx, ended: EndedSessions) => Promise<void>) | undefined;
}): Sessions => {
  const { store, clock, idleMs = SESSION_IDLE_MS, onEnded } = given;
  const { sessions, users } = store.tables;
  const sessionExpiresIn = new TimeSpan(idleMs, "ms");

  const prolonged = (createdAt: Date) =>
    new Date(Math.min(clock.now().getTime() + idleMs, createdAt.getTime() + SESSION_MAX_MS));

  const selectBoth = (reader: Reader) => {
    // Distinct, so that SQLite finds it first and by itself: a plain join takes it five times as long.
    const session = reader
      .selectDistinct({
        id: sessions.id,
        userId: sessions.userId,
        createdAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
        lastUsedAt: sessions.lastUsedAt,
        confirmedAt: sessions.confirmedAt,
        hasSecondFactor: sessions.hasSecondFactor,
      })
      .from(sessions)
      .where(eq(sessions.id, sql.placeholder("id")))
      .as("session");
    return reader
      .select({
        session: {
          id: session.id,
          userId: session.userId,
          createdAt: session.createdAt,
          expiresAt: session.expiresAt,
          lastUsedAt: session.lastUsedAt,
          confirmedAt: session.confirmedAt,
          hasSecondFactor: session.hasSecondFactor,
        },
        user: {
          id: users.id,
          email: users.email,
          firstName: users.firstName,
          lastName: users.lastName,
          role: users.role,
          team: users.team,
          promoReceivedAt: users.promoReceivedAt,
          deactivatedAt: users.deactivatedAt,
        },
      })
      .from(session)
      .innerJoin(users, eq(users.id, session.userId));
  };
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

  /** What Lucia thinks of a session, which it is not allowed to change. */
  const judge = async ({ session: { id, userId, expiresAt } }: Found) => {
    // Lucia reads the system's clock: shown to it, the end is as far away as it is by ours.
    const shiftMs = Date.now() - clock.now().getTime();
    const shown = { id, userId, expiresAt: new Date(expiresAt.getTime() + shiftMs) };
    const lucia = luciaOver({
      getSessionAndUser: async () => [
        { ...shown, attributes: NO_ATTRIBUTES },
        { id: userId, attributes: NO_ATTRIBUTES },
      ],
      // Reading writes nothing: what is due is written by us, what has run out is removed by a job.
      async updateSessionExpiration() {},
      async deleteSession() {},
    });
    const { session } = await lucia.validateSession(id);
    return { isValid: session !== null, isDue: session?.fresh === true };
  };

  const writeUse = (session: Session, isProlonged: boolean): Promise<Session | null> =>
    store.write(async (tx) => {
      const [row] = await tx
        .select({ expiresAt: sessions.expiresAt })
        .from(sessions)
        .where(eq(sessions.id, session.id));
      if (row === undefined) return null;
      const wanted = isProlonged ? prolonged(session.createdAt) : row.expiresAt;
      const expiresAt = wanted > row.expiresAt ? wanted : row.expiresAt;
      const lastUsedAt = clock.now();
      await tx.update(sessions).set({ expiresAt, lastUsedAt }).where(eq(sessions.id, session.id));
      return { ...session, expiresAt, lastUsedAt };
    });

  const beingWritten = new Map<string, Promise<Session | null>>();

  /**
   * Once for all requests that come together, which would be in each other's way.
   * @returns the session as it is now, or null where it was ended meanwhile.
   */
  const noteUse = async (session: Session, isProlonged: boolean): Promise<Session | null> => {
    const underWay = beingWritten.get(session.id);
    if (underWay !== undefined) return await underWay;
    const written = writeUse(session, isProlonged).catch((error: unknown) => {
      // Whoever only reads goes on while nothing can be written: the use is noted another time.
      if (storeTroubleOf(error) === null) throw error;
      return session;
    });
    beingWritten.set(session.id, written);
    try {
      return await written;
    } finally {
      beingWritten.delete(session.id);
    }
  };

  /** Deletes the sessions that `which` names, and tells everyone who has to know. */
  const remove = async (
    tx: StoreTx,
    which: SQL | undefined,
    ended: Omit<EndedEvent, "type">,
    others: "these" | { keptSessionId: string | null } = "these",
  ) => {
    const gone = await tx.delete(sessions).where(which).returning({ id: sessions.id });
    const { userId } = ended;
    await onEnded?.(
      tx,
      others === "these"
        ? { userId, sessionIds: gone.map(({ id }) => id) }
        : { userId, keptSessionId: others.keptSessionId },
    );
    if (gone.length > 0) tx.publish({ type: "session.ended", ...ended });
    return gone.length;
  };

  const makeRoom = async (tx: StoreTx, userId: string) => {
    const isOfUser = eq(sessions.userId, userId);
    const kept = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(isOfUser)
      .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
      .limit(SESSIONS_MAX - 1);
    const several = { userId, sessionId: null };
    await remove(tx, and(isOfUser, notInArray(sessions.id, kept)), several);
  };

  return {
    async start(tx, { userId, browser, address, confirmedAt, hasSecondFactor = false }) {
      await makeRoom(tx, userId);
      const createdAt = clock.now();
      const proven = { confirmedAt: confirmedAt ?? createdAt, hasSecondFactor };
      const expiresAt = prolonged(createdAt);
      const lucia = luciaOver({
        async setSession({ id: secret }) {
          const id = sessionIdOf(secret);
          const times = { createdAt, expiresAt, lastUsedAt: createdAt };
          await tx.insert(sessions).values({ id, userId, ...times, browser, address, ...proven });
        },
      });
      const { id: secret } = await lucia.createSession(userId, NO_ATTRIBUTES);
      const id = sessionIdOf(secret);
      return { id, secret, userId, createdAt, expiresAt, lastUsedAt: createdAt, ...proven };
    },
    async validate(sessionId, cause) {
      const [found] = await find.execute({ id: sessionId });
      if (found === undefined) return null;
      const { deactivatedAt, email, ...account } = found.user;
      if (deactivatedAt !== null || email === null) return null;
      const { isValid, isDue } = await judge(found);
      if (!isValid) return null;
      const { confirmedAt, ...row } = found.session;
      const session: Session = { ...row, confirmedAt: confirmedAt ?? row.createdAt };
      const isProlonged = isDue && prolonged(session.createdAt) > session.expiresAt;
      const isNoted = clock.now().getTime() - session.lastUsedAt.getTime() >= USE_NOTED_MS;
      const now =
        cause === "person" && (isProlonged || isNoted)
          ? await noteUse(session, isProlonged)
          : session;
      return now === null ? null : { session: now, user: { ...account, email } };
    },
    async noteSecondFactor(tx, sessionId) {
      const proven = { hasSecondFactor: true, confirmedAt: clock.now() };
      await tx.update(sessions).set(proven).where(eq(sessions.id, sessionId));
    },
    async forgetSecondFactor(tx, userId) {
      await tx.update(sessions).set({ hasSecondFactor: false }).where(eq(sessions.userId, userId));
    },
    async confirm(tx, { sessionId, userId, isTwice }) {
      const noted = await tx
        .update(sessions)
        .set({ confirmedAt: clock.now(), ...(isTwice ? { hasSecondFactor: true } : {}) })
        .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
        .returning({ id: sessions.id });
      return noted.length > 0;
    },
    async end(tx, sessionId) {
      let count = 0;
      const lucia = luciaOver({
        async deleteSession(id) {
          const [row] = await tx
            .select({ userId: sessions.userId })
            .from(sessions)
            .where(eq(sessions.id, id));
          if (row === undefined) return;
          const ended = { userId: row.userId, sessionId: id };
          count = await remove(tx, eq(sessions.id, id), ended);
        },
      });
      await lucia.invalidateSession(sessionId);
      return count > 0;
    },
    async endAll(tx, userId) {
      let count = 0;
      const lucia = luciaOver({
        async deleteUserSessions(id) {
          const ended = { userId: id, sessionId: null };
          count = await remove(tx, eq(sessions.userId, id), ended, { keptSessionId: null });
        },
      });
      await lucia.invalidateUserSessions(userId);
      return count;
    },
    endOthers: (tx, userId, keptSessionId) =>
      remove(
        tx,
        and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)),
        { userId, sessionId: null },
        { keptSessionId },
      ),
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
