import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import { writeAudit } from "#server/auth/audit.ts";
import { emailKeyOf } from "#server/auth/email-key.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import type { NewSession } from "#server/auth/lucia.ts";
import { verifyPassword } from "#server/auth/passwords.ts";
import { dropProofs } from "#server/auth/proofs.ts";
import type { RequestContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { LOGIN } from "#shared/messages.ts";
import type { loginInput } from "#shared/schemas/accounts.ts";
import { assertEmail } from "./assert-email.ts";
import { assertNotUsedUp, counted } from "./limited.ts";
import { noteRefusal } from "./note-refusal.ts";
import { noteGuess } from "./note-guess.ts";
import {
  countPassword,
  giveBackPassword,
  loginAttempts,
  type PasswordAttempts,
} from "./password-attempts.ts";

const findAccount = async ({ store }: RequestContext, emailKey: string) => {
  const { users } = store.tables;
  const [found] = await store.read
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      passwordHash: users.passwordHash,
      verifiedAt: users.verifiedAt,
      deactivatedAt: users.deactivatedAt,
    })
    .from(users)
    .where(eq(users.emailKey, emailKey));
  return found;
};
/** Counted when it is completed. */
const COMPLETED = "completedLoginsByAccount";

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

type Judgement =
  | { userId: string; passwordHash: string }
  | { refusal: "password" | "deactivated" | "unverified"; sentence: string };

/** How an account stands is told to whoever knows its password, and to nobody else. */
const judge = (account: Account | undefined, isRight: boolean): Judgement => {
  if (account === undefined || account.passwordHash === null || !isRight)
    return { refusal: "password", sentence: LOGIN.invalidOnWire };
  if (account.deactivatedAt !== null)
    return { refusal: "deactivated", sentence: LOGIN.deactivated };
  if (account.verifiedAt === null) return { refusal: "unverified", sentence: LOGIN.unverified };
  return { userId: account.id, passwordHash: account.passwordHash };
};

const startSession = (
  ctx: RequestContext,
  { userId, passwordHash }: { userId: string; passwordHash: string },
  attempts: PasswordAttempts,
): Promise<NewSession> => {
  const { store, auth, browser, network } = ctx;
  const { users } = store.tables;
  const isOpen = and(isNotNull(users.verifiedAt), isNull(users.deactivatedAt));
  return store.write(async (tx) => {
    // While the password was verified it may have been changed, or the account closed.
    const [still] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash), isOpen));
    if (still === undefined) throw new AppError("unauthorized", LOGIN.invalidOnWire);
    await giveBackPassword(ctx, tx, attempts);
    assertAllowed(await counted(ctx, tx, COMPLETED, attempts.whose));
    // Whoever was here before, and left without signing out, may be somebody else.
    if (browser.secret !== null) await dropProofs(store, tx, browser.secret);
    const entry = { actorId: userId, action: "session.started", subject: userId } as const;
    await writeAudit(ctx, tx, entry);
    tx.publish({ type: "account.changed", userId });
    return auth.sessions.start(tx, { userId, browser: browser.name, address: network });
  });
};

/**
 * Signs a browser in. Every attempt that no limit refuses costs one verification, whomever it
 * names, so that the time tells nobody who has an account.
 * @throws {AppError} `bad_request` without an email address, `unauthorized`, `too_many_requests`
 *   (facts §2, §4).
 */
export const login = async (
  ctx: RequestContext,
  { email, password }: z.infer<typeof loginInput>,
): Promise<{ token: string }> => {
  const { store, auth, browser } = ctx;
  assertEmail(email);
  const emailKey = emailKeyOf(email);
  const account = await findAccount(ctx, emailKey);
  const attempts = loginAttempts(ctx, account, emailKey);
  // Asked before the hash, which is what whoever signs in all the time would have us work out.
  await assertNotUsedUp(ctx, COMPLETED, attempts.whose);
  await countPassword(ctx, attempts);
  const isRight = await verifyPassword(password, account?.passwordHash ?? null);
  const judged = judge(account, isRight);
  if ("refusal" in judged) {
    await store.write(async (tx) => {
      if (isRight) {
        await giveBackPassword(ctx, tx, attempts);
        // Nobody is let in, but a hash was worked out all the same.
        assertAllowed(await counted(ctx, tx, COMPLETED, attempts.whose));
      }
      if (!isRight) await noteGuess(ctx, tx, account ?? null, attempts.whose);
      await noteRefusal(ctx, tx, account?.id ?? null, judged.refusal);
    });
    throw new AppError("unauthorized", judged.sentence);
  }
  const session = await startSession(ctx, judged, attempts);
  browser.remember(judged);
  browser.forgetSecret();
  browser.forgetFlows();
  // Somebody may be signed in here already: a fresh token of theirs would take this one's place.
  ctx.handOutToken(null);
  return { token: await auth.tokens.issue(session) };
};
