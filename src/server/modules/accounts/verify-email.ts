import { eq } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { spendCode } from "#server/auth/one-time-codes.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import { verifyUser } from "#server/modules/members/index.ts";
import { VERIFICATION } from "#shared/account-messages.ts";
import type { verificationInput, verifiedAddress } from "#shared/schemas/accounts.ts";

const REFUSED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> = {
  unknown: ["bad_request", VERIFICATION.codeInvalid],
  expired: ["bad_request", VERIFICATION.codeInvalid],
  used: ["code_used", VERIFICATION.codeUsed],
};

const markVerified = async (tx: Tx, userId: string) => {
  if (!(await verifyUser(tx, userId))) return;
  await tx.audit({ actorId: null, action: "account.verified", subject: userId });
  tx.publish({ type: "account.changed", userId });
};

const readEmail = async (tx: Tx, userId: string): Promise<string | null> => {
  const { users } = tx.tables;
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? null;
};

/**
 * Spends a code of a mail: the address is its owner's.
 * @returns the address too, which whoever has the mail knows, so that they need not type it again.
 * @throws {AppError} `bad_request` for a code that is missing, unknown, expired or used;
 *   `too_many_requests`.
 */
export const verifyEmail = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof verificationInput>,
): Promise<z.infer<typeof verifiedAddress>> => {
  if (!code) throw new AppError("bad_request", VERIFICATION.codeMissing);
  // A code that is refused is no error in here: the try must stay counted.
  const { verdict, outcome, email } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"));
    if (!verdict.allowed) return { verdict, outcome: "unknown" as const, email: null };
    const spent = await spendCode(tx, { code, kind: "verify" });
    if (spent.outcome !== "ok") return { verdict, outcome: spent.outcome, email: null };
    await markVerified(tx, spent.userId);
    return { verdict, outcome: spent.outcome, email: await readEmail(tx, spent.userId) };
  });
  assertAllowed(verdict);
  if (outcome !== "ok") throw new AppError(...REFUSED[outcome]);
  return { message: VERIFICATION.verified, email };
};
