import { attemptsByAddress } from "#server/access/attempts.ts";
import { noteLimit } from "#server/access/note-limit.ts";
import { type Attempt, giveBackAttempts, LimitReached } from "#server/auth/limits.ts";
import type { MemberCtx, RequestCtx, Tx } from "#server/context/context.ts";
import { LOGIN, NO_MAIL_ANSWERS } from "#shared/account-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { whereMailed } from "./without-mail.ts";

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
const knownCounts = (userId: string, browser: string): Attempt[] => [
  { name: "loginsByAccountAndKnownBrowser", subject: `${userId} ${browser}` },
  { name: "loginsByAccountFromKnownBrowsers", subject: userId },
];

/**
 * A browser that has signed in to the account before is counted apart from all others, so that
 * nobody can lock the owner out; the others together are allowed so many, wherever they come from,
 * so that nobody can guess for ever.
 * @param account undefined where nobody has this address: it is counted just the same.
 */
export const loginAttempts = (
  ctx: RequestCtx,
  account: { id: string; passwordHash: string | null } | undefined,
  emailKey: string,
): PasswordAttempts => {
  const { id: userId = null, passwordHash = null } = account ?? {};
  const whose = userId ?? emailKey;
  const known =
    userId === null || passwordHash === null ? null : ctx.browser.knownAs({ userId, passwordHash });
  if (userId !== null && known !== null)
    return { whose, userId, isKnown: true, counts: knownCounts(userId, known) };
  const counts = [
    ...attemptsByAddress(ctx, "loginsByAccountAndAddress", whose),
    ...attemptsByAddress(ctx, "loginsByAddress"),
    { name: "loginsByAccount" as const, subject: whose },
  ];
  return { whose, userId, isKnown: false, counts };
};

/** Of whoever is signed in and says the password again: as a browser that is known. */
export const sessionAttempts = ({ actor }: MemberCtx): PasswordAttempts => {
  const { userId, session } = actor;
  const counts = knownCounts(userId, session.id);
  return { whose: userId, userId, isKnown: true, counts };
};

/** Only wrong passwords count: takes a right one back, in the caller's transaction. */
export const giveBackPassword = (tx: Tx, { counts }: PasswordAttempts): Promise<void> =>
  giveBackAttempts(tx, counts);

/**
 * Counts a password before it is verified. What a limit refuses is written down, and counted nowhere.
 * @throws {LimitReached} `login_guarded` or `unknown_browser` where a mail can make the browser known.
 */
export const countPassword = async (
  ctx: RequestCtx,
  { counts, userId, isKnown }: PasswordAttempts,
): Promise<void> => {
  // What is refused is no error in here: that it was must stay written.
  const verdict = await ctx.write(async (tx) => {
    const given = await tx.tryCount(...counts);
    if (!given.allowed) await noteLimit(tx, given, { actorId: null, subject: userId });
    return given;
  });
  if (verdict.allowed) return;
  const isGuarded = verdict.refused.name === "loginsByAccount";
  const sentence = isGuarded
    ? whereMailed(ctx, LOGIN.guarded, NO_MAIL_ANSWERS.guarded)
    : MESSAGES.tooManyAttempts;
  if (isKnown) throw new LimitReached(verdict, sentence);
  throw new LimitReached(verdict, sentence, isGuarded ? "login_guarded" : "unknown_browser");
};
