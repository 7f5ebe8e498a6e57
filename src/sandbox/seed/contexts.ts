import { memberActor } from "#server/access/rights.ts";
import type { Session, SessionUser } from "#server/auth/lucia.ts";
import {
  GUEST,
  type MemberCtx,
  type RequestCtx,
  type RequestParts,
} from "#server/context/context.ts";
import type { Services } from "#server/context/services.ts";
import { requestContext, systemContext } from "#server/context/unit-of-work.ts";
import type { Clock } from "#server/core/clock.ts";
import { DAY_MS } from "#shared/constants/time.ts";

/** What is known of a request without a network. @param secret by which what its browser has proven is found. */
export const requestOf = (secret: string | null): RequestParts => ({
  requestId: "seed",
  address: "127.0.0.1",
  widerNetwork: null,
  network: "127.0.0.0/24",
  siteOrigin: null,
  browser: {
    name: "Chrome on Linux",
    secret,
    forgetPerson: () => {},
    forgetFlows: () => {},
    loginSecret: null,
    beginLogin: () => "seed",
    passkeySecret: null,
    keepPasskeySecret: () => "seed",
    ownId: "seed",
    knownAs: () => null,
    remember: () => {},
  },
  handOutToken: () => {},
});

/** Somebody who is not signed in, at a browser of their own. */
export const asGuest = (deps: Services, secret: string): RequestCtx =>
  requestContext(deps, GUEST, requestOf(secret));

/**
 * The same context, whose member is logged in while something is written: what cannot be taken back is done
 * in a session alone.
 */
export const withSession = (ctx: MemberCtx): MemberCtx => ({
  ...ctx,
  write: (work) =>
    ctx.write(async (tx) => {
      const { sessions } = tx.auth;
      const { actor } = tx;
      const from = { userId: actor.userId, browser: ctx.browser.name, address: ctx.network };
      const session = await sessions.start(tx, from);
      const done = await work({ ...tx, actor: { ...actor, session } });
      await sessions.end(tx, session.id);
      return done;
    }),
});

/** A member who was signed in a moment ago; `withSession` for what asks for the session itself. */
export const asMember = (
  deps: Services,
  user: SessionUser,
  secret: string | null = null,
): MemberCtx => {
  const { id: userId } = user;
  const now = deps.clock.now();
  const session: Session = {
    id: "seed",
    userId,
    createdAt: now,
    expiresAt: now,
    lastUsedAt: now,
    confirmedAt: now,
    hasSecondFactor: false,
  };
  return requestContext(deps, memberActor({ session, user }, deps), requestOf(secret));
};

/** The site itself, at the time of the clock. */
export const asSite = (deps: Services) => systemContext(deps, "sample data");

/** A clock that stood still so many days before another's now. */
export const pastClock = (clock: Clock, daysAgo: number): Clock => {
  const at = clock.now().getTime() - daysAgo * DAY_MS;
  return { now: () => new Date(at) };
};
