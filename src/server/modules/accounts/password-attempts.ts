import {
  type Attempt,
  attemptOf,
  attemptsByAddress,
  countAttempts,
  giveBackAttempts,
} from "#server/auth/attempts.ts";
import { LimitReached } from "#server/auth/limits.ts";
import { noteLimit } from "#server/auth/note-limit.ts";
import type { MemberContext, RequestContext } from "#server/context.ts";
import type { Tx } from "#server/store/store.ts";
import { LOGIN, MESSAGES } from "#shared/messages.ts";

/** Where a password that somebody tries is counted. */
export type PasswordAttempts = {
  /** Whose password it is; where nobody has the address, the address. */
  whose: string;
  /** Null where nobody has the address. */
  userId: string | null;
  isKnown: boolean;
  counts: readonly Attempt[];
};

/** By each browser that the account knows, and by all of them together. */
const knownCounts = (ctx: RequestContext, userId: string, browser: string) => [
  attemptOf(ctx, "loginsByAccountAndKnownBrowser", `${userId} ${browser}`),
  attemptOf(ctx, "loginsByAccountFromKnownBrowsers", userId),
];

/**
 * A browser that has signed in to the account before is counted apart from all others, so that
 * nobody can lock the owner out; the others together are allowed so many, wherever they come from,
 * so that nobody can guess for ever.
 * @param account undefined where nobody has this address: it is counted just the same.
 */
export const loginAttempts = (
  ctx: RequestContext,
  account: { id: string; passwordHash: string | null } | undefined,
  emailKey: string,
): PasswordAttempts => {
  const { id: userId = null, passwordHash = null } = account ?? {};
  const whose = userId ?? emailKey;
  const known =
    userId === null || passwordHash === null ? null : ctx.browser.knownAs({ userId, passwordHash });
  if (userId !== null && known !== null)
    return { whose, userId, isKnown: true, counts: knownCounts(ctx, userId, known) };
  const counts = [
    ...attemptsByAddress(ctx, "loginsByAccountAndAddress", whose),
    ...attemptsByAddress(ctx, "loginsByAddress"),
    attemptOf(ctx, "loginsByAccount", whose),
  ];
  return { whose, userId, isKnown: false, counts };
};

/** Of whoever is signed in and says the password again: as a browser that is known. */
export const sessionAttempts = (ctx: MemberContext): PasswordAttempts => {
  const { userId, session } = ctx.actor;
  const counts = knownCounts(ctx, userId, session.id);
  return { whose: userId, userId, isKnown: true, counts };
};

/** Only wrong passwords count: takes a right one back, in the caller's transaction. */
export const giveBackPassword = (
  ctx: RequestContext,
  tx: Tx,
  { counts }: PasswordAttempts,
): Promise<void> => giveBackAttempts(ctx, tx, counts);

/**
 * Counts a password before it is verified. What a limit refuses is written down, and counted nowhere.
 * @throws {LimitReached} with the reason `unknown_browser` where a mail can make the browser known.
 */
export const countPassword = async (
  ctx: RequestContext,
  { counts, userId, isKnown }: PasswordAttempts,
): Promise<void> => {
  // What is refused is no error in here: that it was must stay written.
  const verdict = await ctx.store.write(async (tx) => {
    const given = await countAttempts(ctx, tx, counts);
    if (!given.allowed) await noteLimit(ctx, tx, given, { actorId: null, subject: userId });
    return given;
  });
  if (verdict.allowed) return;
  const isGuarded = verdict.refused.name === "loginsByAccount";
  const sentence = isGuarded ? LOGIN.guarded : MESSAGES.tooManyAttempts;
  throw new LimitReached(verdict, sentence, isKnown ? undefined : LOGIN.unknownBrowserReason);
};
