import { assertAllowed, giveBackAttempt, type Verdict } from "#server/auth/limits.ts";
import { noteLimit } from "#server/auth/note-limit.ts";
import type { MemberContext, RequestContext } from "#server/context.ts";
import type { Tx } from "#server/store/store.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { counted } from "./limited.ts";

/** Where a password that somebody tries is counted. */
export type Attempt = { name: LimitName; subject: string };

/**
 * A browser that has signed in to the account before is counted apart from all others, so that
 * nobody can lock the owner out (facts §2).
 * @param userId null where nobody has this address: it is counted just the same.
 */
export const loginAttempts = (
  { address, browser }: RequestContext,
  userId: string | null,
  emailKey: string,
): readonly Attempt[] => {
  const known = userId === null ? null : browser.knownAs(userId);
  if (known !== null)
    return [{ name: "loginsByAccountAndKnownBrowser", subject: `${userId} ${known}` }];
  return [
    { name: "loginsByAccountAndAddress", subject: `${userId ?? emailKey} ${address}` },
    { name: "loginsByAddress", subject: address },
  ];
};

/** Of whoever is signed in and says the password again: as a browser that is known. */
export const sessionAttempts = ({ actor }: MemberContext): readonly Attempt[] => [
  { name: "loginsByAccountAndKnownBrowser", subject: `${actor.userId} ${actor.session.id}` },
];

/** Only wrong passwords count: takes a right one back, in the caller's transaction. */
export const giveBackPassword = async (
  { store, clock }: RequestContext,
  tx: Tx,
  attempts: readonly Attempt[],
): Promise<void> => {
  for (const { name, subject } of attempts) await giveBackAttempt(store, tx, clock, name, subject);
};

const NO_WAIT: Verdict = { allowed: true, left: 0 };

/**
 * Counts a password before it is verified. What a limit refuses is written down, and counted nowhere.
 * @param userId whose password it may be; null where nobody has the address.
 * @throws {AppError} `too_many_requests`.
 */
export const countPassword = async (
  ctx: RequestContext,
  attempts: readonly Attempt[],
  userId: string | null,
): Promise<void> => {
  // What is refused is no error in here: that it was must stay written.
  const verdict = await ctx.store.write(async (tx) => {
    for (const [index, attempt] of attempts.entries()) {
      const given = await counted(ctx, tx, attempt.name, attempt.subject);
      if (given.allowed) continue;
      await giveBackPassword(ctx, tx, attempts.slice(0, index));
      await noteLimit(ctx, tx, given, { actorId: null, subject: userId });
      return given;
    }
    return NO_WAIT;
  });
  assertAllowed(verdict);
};
