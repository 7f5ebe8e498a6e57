import { eq } from "drizzle-orm";
import type { z } from "zod";
import { noteRefusal } from "#server/access/audit-notes.ts";
import { verifyPassword } from "#server/auth/secrets.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import { completeLogin, loginAnswer } from "#server/modules/factors/index.ts";
import { LOGIN } from "#shared/account-messages.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import type { loginInput } from "#shared/schemas/accounts.ts";
import { assertEmail, assertNotUsedUp } from "./checks.ts";
import {
  countPassword,
  giveBackPassword,
  loginAttempts,
  noteGuess,
  type PasswordAttempts,
} from "./confirm.ts";

const findAccount = async ({ tables, read }: RequestCtx, emailKey: string) => {
  const { users } = tables;
  const [found] = await read
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

/** A password that somebody has tried. */
type Tried = { account: Account | undefined; attempts: PasswordAttempts; isRight: boolean };

/**
 * Tries a password. Every attempt that no limit refuses costs one verification, whomever it names, so
 * that the time tells nobody who has an account.
 * @param given.orEmail whose it may be besides, where nobody has the first address.
 * @throws {AppError} `bad_request` without an email address, `too_many_requests`.
 */
export const tryPassword = async (
  ctx: RequestCtx,
  { email, orEmail, password }: { email: string; orEmail?: string; password: string },
): Promise<Tried> => {
  assertEmail(email);
  const emailKey = emailKeyOf(email);
  const found = await findAccount(ctx, emailKey);
  const account =
    found ?? (orEmail === undefined ? undefined : await findAccount(ctx, emailKeyOf(orEmail)));
  const attempts = loginAttempts(ctx, account, emailKey);
  // Asked before the hash, which is what whoever signs in all the time would have us work out.
  await assertNotUsedUp(ctx.read, COMPLETED, attempts.whose);
  await countPassword(ctx, attempts);
  const isRight = await verifyPassword(password, account?.passwordHash ?? null);
  return { account, attempts, isRight };
};

/** Takes back that a right password was counted; a hash was worked out all the same. */
export const noteRight = async (tx: Tx, { attempts }: Tried): Promise<void> => {
  await giveBackPassword(tx, attempts);
  await tx.count(COMPLETED, attempts.whose);
};

/** Refuses whoever has tried it, and writes that down. @throws {AppError} always. */
export const refuse = async (
  ctx: RequestCtx,
  tried: Tried,
  refusal: Refused["refusal"],
): Promise<never> => {
  const { account, attempts, isRight } = tried;
  await ctx.write(async (tx) => {
    if (isRight) await noteRight(tx, tried);
    else await noteGuess(tx, account ?? null, attempts.whose);
    await noteRefusal(tx, account?.id ?? null, refusal);
  });
  throw new AppError(...REFUSED[refusal]);
};

type Refused = { refusal: "password" | "deactivated" | "unverified" };

const REFUSED: Record<Refused["refusal"], readonly [ErrorCode, string]> = {
  password: ["unauthorized", LOGIN.invalidOnWire],
  deactivated: ["account_deactivated", LOGIN.deactivated],
  unverified: ["unverified", LOGIN.unverified],
};

type Judgement = { userId: string; passwordHash: string } | Refused;

/** How an account stands is told to whoever knows its password, and to nobody else. */
export const judge = ({ account, isRight }: Tried): Judgement => {
  if (account === undefined || account.passwordHash === null || !isRight)
    return { refusal: "password" };
  if (account.deactivatedAt !== null) return { refusal: "deactivated" };
  if (account.verifiedAt === null) return { refusal: "unverified" };
  return { userId: account.id, passwordHash: account.passwordHash };
};

/**
 * Signs a browser in.
 * @throws {AppError} `bad_request` without an email address, `unauthorized`, `too_many_requests`
 *   [ACC-14]; `second_factor` where the login waits for its second step [FACTOR-01].
 */
export const login = async (
  ctx: RequestCtx,
  { email, password }: z.infer<typeof loginInput>,
): Promise<{ token: string }> => {
  const tried = await tryPassword(ctx, { email, password });
  const judged = judge(tried);
  if ("refusal" in judged) return refuse(ctx, tried, judged.refusal);
  const { userId, passwordHash } = judged;
  const outcome = await completeLogin(ctx, {
    userId,
    firstStep: { way: "password", passwordHash },
    alongside: (tx) => giveBackPassword(tx, tried.attempts),
  });
  return loginAnswer(outcome);
};
