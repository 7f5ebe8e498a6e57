import { eq } from "drizzle-orm";
import { requestOf } from "#sandbox/seed/contexts.ts";
import { memberActor } from "#server/access/rights.ts";
import type { Origin } from "#server/auth/audit.ts";
import type { Session } from "#server/auth/lucia.ts";
import type { Ctx, Guest, MemberCtx, SystemCtx } from "#server/context/context.ts";
import { createSiteMetrics } from "#server/context/services.ts";
import { guestContext, requestContext, systemContext } from "#server/context/unit-of-work.ts";
import { type Clock, systemClock } from "#server/core/clock.ts";
import type { Deps } from "#server/deps.ts";
import { notify } from "#server/modules/notifications/index.ts";
import type { Store, StoreTx } from "#server/store/store.ts";
import type { Permission, Role } from "#shared/constants/accounts.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { silentLog } from "./store.ts";

/** A test gives what it needs of the program; what it leaves out is not asked for. */
const withNotify = (parts: Partial<Deps>) =>
  ({ notify, metrics: createSiteMetrics(), ...parts }) as Deps;

/**
 * What the site's own use cases are given: those of jobs, webhooks and commands.
 * @param parts of the program; a test asks for what it gives, and for nothing else.
 */
export const asSite = (parts: Partial<Deps>): SystemCtx => systemContext(withNotify(parts), "test");

/** The same of a program that is nothing but a store. */
export const systemIn = (store: Store, clock: Clock = systemClock): SystemCtx => {
  const community = { limits: { ...LIMITS, ipv6NetworkFactor: 1 }, servers: [] };
  const config = { community } as unknown as Deps["config"];
  return asSite({ store, clock, config, log: silentLog });
};

/** What a use case is given where nobody is known but from where the request came. */
export const asGuest = (parts: Partial<Deps>, origin: Origin): Ctx<Guest> =>
  guestContext(withNotify(parts), origin);

/**
 * The same context, whose member has a session while something is written, and none afterwards: what cannot
 * be taken back is done in one alone.
 */
const withSession = (ctx: MemberCtx): MemberCtx => ({
  ...ctx,
  write: (work) =>
    ctx.write(async (tx) => {
      const { sessions, users } = tx.tables;
      const { id, userId, ...session } = tx.actor.session;
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
      if (user === undefined) return work(tx);
      const row = { id, userId, ...session, browser: ctx.browser.name, address: ctx.network };
      await tx.insert(sessions).values(row).onConflictDoNothing();
      const done = await work(tx);
      await tx.delete(sessions).where(eq(sessions.id, id));
      return done;
    }),
});

/**
 * What a member's use cases are given.
 * @param who.secret by which what their browser has proven is found.
 */
export const asMember = (
  parts: Partial<Deps> & Pick<Deps, "clock">,
  who: {
    userId: string;
    role?: Role;
    /** What they may do beyond what every member may. */
    permissions?: readonly Permission[];
    secret?: string | null;
    /** Whether they have proven a second factor, without which a site may give the team no rights. */
    hasSecondFactor?: boolean;
  },
): MemberCtx => {
  const { userId, role = "User", permissions, secret = null, hasSecondFactor = false } = who;
  const team = permissions === undefined ? null : { roles: ["Helper"], permissions };
  const now = parts.clock.now();
  const session: Session = {
    id: userId,
    userId,
    createdAt: now,
    expiresAt: now,
    lastUsedAt: now,
    confirmedAt: now,
    hasSecondFactor,
  };
  const names = { email: `${userId}@example.test`, firstName: "Ada", lastName: "Lynx" };
  const user = { id: userId, role, team, promoReceivedAt: null, ...names };
  const security = { stepUpMs: 0, teamNeedsSecondFactor: false };
  const rule = { config: parts.config ?? { community: { security } } };
  const actor = memberActor({ session, user }, rule);
  return withSession(requestContext(withNotify(parts), actor, requestOf(secret)));
};

const STATEMENTS = ["select", "selectDistinct", "insert", "update", "delete"] as const;

/** The same store; `before` is called before each statement of its transactions is begun. */
export const watched = (store: Store, before: () => void): Store => ({
  ...store,
  write: (work) =>
    store.write((tx) => {
      const looks = STATEMENTS.map((name) => {
        const start = tx[name] as (...args: unknown[]) => unknown;
        const begin = (...args: unknown[]) => {
          before();
          return start(...args);
        };
        return [name, begin] as const;
      });
      // The same functions with a call in front.
      return work({
        ...tx,
        ...(Object.fromEntries(looks) as Pick<StoreTx, (typeof STATEMENTS)[number]>),
      });
    }),
});
