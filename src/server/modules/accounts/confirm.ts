import { eq } from "drizzle-orm";
import type { z } from "zod";
import { assertConfirmed, attemptsByAddress } from "#server/access/account-changes.ts";
import { noteLimit } from "#server/access/audit-notes.ts";
import { type Attempt, giveBackAttempts, LimitReached } from "#server/auth/limits.ts";
import { verifyPassword } from "#server/auth/secrets.ts";
import type { MemberCtx, MemberTx, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { assertPasskeyLeft, verifyPasskey } from "#server/modules/passkeys/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { ACCOUNT, LOGIN, NO_MAIL_ANSWERS } from "#shared/account-messages.ts";
import { MESSAGES, SIGN_IN } from "#shared/messages.ts";
import type { passwordConfirmation } from "#shared/schemas/accounts.ts";
import type { passkeyLoginInput } from "#shared/schemas/passkeys.ts";
import { assertNotUsedUp, whereMailed } from "./checks.ts";

type Guessed = {
  email: string | null;
  verifiedAt: Date | null;
  deactivatedAt: Date | null;
};

/**
 * Counts a wrong password, in the caller's transaction, and tells the owner by mail, and the audit,
 * when there have been many: once in a window.
 * @param account null where nobody has the address, which is counted just the same.
 */
export const noteGuess = async (tx: Tx, account: Guessed | null, whose: string): Promise<void> => {
  const verdict = await tx.tryCount({ name: "guessesByAccount", subject: whose });
  if (!verdict.allowed || verdict.left > 0) return;
  if (account === null || account.email === null) return;
  if (account.verifiedAt === null || account.deactivatedAt !== null) return;
  await tellOfSecurity(tx, { userId: whose, event: "guessed" });
  await tx.audit({ actorId: null, action: "account.guessed", subject: whose });
};

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
const sessionAttempts = ({ actor }: MemberCtx): PasswordAttempts => {
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

/**
 * Verifies the password of whoever is signed in. Whoever holds nothing but a token still cannot guess it:
 * wrong ones count as failed logins.
 * @param given.field in which it was sent.
 * @param given.whenRight what else is written, in the same transaction, that takes back what was counted.
 * @returns its hash, as it is stored.
 * @throws {AppError} `current_password_wrong`, `too_many_requests`.
 */
export const verifyCurrentPassword = async (
  ctx: MemberCtx,
  password: string,
  { field, whenRight }: { field: string; whenRight: (tx: MemberTx) => Promise<void> },
): Promise<string> => {
  const { actor } = ctx;
  const { users } = ctx.tables;
  const attempts = sessionAttempts(ctx);
  const [user] = await ctx.read.select().from(users).where(eq(users.id, actor.userId));
  await countPassword(ctx, attempts);
  const hash = user?.passwordHash ?? null;
  const isRight = await verifyPassword(password, hash);
  if (!isRight || hash === null) {
    await ctx.write(async (tx) => {
      await noteGuess(tx, user ?? null, actor.userId);
      const noted = { name: "refusalsByAccount", subject: actor.userId } as const;
      if ((await tx.tryCount(noted)).allowed)
        await tx.audit({ action: "account.password_refused", subject: actor.userId });
    });
    throw wrongInput(ACCOUNT.currentPasswordWrong, [field], "current_password_wrong");
  }
  await ctx.write(async (tx) => {
    await giveBackPassword(tx, attempts);
    await whenRight(tx);
  });
  return hash;
};

const COUNTED = "completedLoginsByAccount";

/**
 * Notes, in the caller's transaction, that whoever acts has just proven in this session who they are.
 * @param passwordHash of the password that proved it, which may have been changed meanwhile.
 */
const noteConfirmed = async (
  tx: MemberTx,
  by: { way: "password"; passwordHash: string } | { way: "passkey" },
): Promise<void> => {
  const { users } = tx.tables;
  const { userId, session } = tx.actor;
  const [user] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  const isSame = by.way !== "password" || user?.passwordHash === by.passwordHash;
  // A passkey that has made sure who uses it is two factors at once.
  const proven = { sessionId: session.id, userId, isTwice: by.way === "passkey" };
  if (!isSame || !(await tx.auth.sessions.confirm(tx, proven)))
    throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
  // With a second factor the team's permissions come back: open pages hear of it.
  if (proven.isTwice) tx.publish({ type: "account.changed", userId });
  await tx.audit({ action: "session.confirmed", subject: userId, after: { way: by.way } });
};

/**
 * Confirms with the password who is signed in; what was refused with `step_up` goes on then. Wrong ones
 * count as failed logins, right ones as logins [STEP-03].
 * @throws {AppError} `current_password_wrong`, `too_many_requests`; `unauthorized` where the session ended
 *   or the password was changed meanwhile.
 */
export const confirmWithPassword = async (
  ctx: MemberCtx,
  { password }: z.infer<typeof passwordConfirmation>,
): Promise<void> => {
  const { userId } = ctx.actor;
  await assertNotUsedUp(ctx.read, COUNTED, userId);
  const passwordHash = await verifyCurrentPassword(ctx, password, {
    field: "password",
    whenRight: (tx) => tx.count(COUNTED, userId),
  });
  await ctx.write((tx) => noteConfirmed(tx, { way: "password", passwordHash }));
};

/**
 * The same with a passkey, of which the browser was told by `passkeys.requestConfirmation`.
 * @throws {AppError} `passkey_over`, `passkey_refused`, `passkeys_unavailable`, `too_many_requests`,
 *   `unauthorized`.
 */
export const confirmWithPasskey = async (
  ctx: MemberCtx,
  { response }: z.infer<typeof passkeyLoginInput>,
): Promise<void> => {
  const passkey = await verifyPasskey(ctx, response);
  await ctx.write(async (tx) => {
    await assertPasskeyLeft(tx, passkey);
    await noteConfirmed(tx, { way: "passkey" });
  });
};

/**
 * Confirms with a password that came along with a call, where one did.
 * @throws {AppError} as `confirmWithPassword`.
 */
export const confirmAlongside = async (
  ctx: MemberCtx,
  currentPassword: string | null | undefined,
): Promise<void> => {
  if (!currentPassword) return;
  const { userId } = ctx.actor;
  await assertNotUsedUp(ctx.read, COUNTED, userId);
  const passwordHash = await verifyCurrentPassword(ctx, currentPassword, {
    field: "currentPassword",
    whenRight: (tx) => tx.count(COUNTED, userId),
  });
  await ctx.write((tx) => noteConfirmed(tx, { way: "password", passwordHash }));
};

/**
 * Asks nothing but whether whoever is signed in has confirmed it: before a file with what others have
 * entered is put together in their browser.
 * @throws {AppError} `step_up`.
 */
export const requireConfirmed = (ctx: MemberCtx): Promise<void> => ctx.write(assertConfirmed);
