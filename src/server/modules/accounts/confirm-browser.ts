import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { spendCode } from "#server/auth/one-time-codes.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import { LOGIN } from "#shared/account-messages.ts";
import type { verificationInput } from "#shared/schemas/accounts.ts";

const REFUSED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> = {
  unknown: ["bad_request", LOGIN.browserCodeInvalid],
  expired: ["bad_request", LOGIN.browserCodeInvalid],
  used: ["code_used", LOGIN.browserCodeUsed],
};

/** The account as this browser is to know it; null where it was closed since. */
const findAccount = async (tx: Tx, userId: string) => {
  const { users } = tx.tables;
  const isOpen = and(isNotNull(users.verifiedAt), isNull(users.deactivatedAt));
  const [found] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, userId), isOpen));
  const passwordHash = found?.passwordHash ?? null;
  return passwordHash === null ? null : { userId, passwordHash };
};

/**
 * Spends a code of a mail: from now on the account knows this browser, whose wrong passwords are
 * counted apart from everybody else's.
 * @throws {AppError} `bad_request` for a code that is missing, unknown, expired or used;
 *   `too_many_requests`.
 */
export const confirmBrowser = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof verificationInput>,
): Promise<string> => {
  const { browser } = ctx;
  if (!code) throw new AppError("bad_request", LOGIN.browserCodeInvalid);
  // A code that is refused is no error in here: the try must stay counted.
  const { verdict, outcome, account } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"));
    if (!verdict.allowed) return { verdict, outcome: "unknown" as const, account: null };
    const spent = await spendCode(tx, { code, kind: "browser" });
    if (spent.outcome !== "ok") return { verdict, outcome: spent.outcome, account: null };
    const account = await findAccount(tx, spent.userId);
    if (account !== null)
      await tx.audit({
        actorId: null,
        action: "account.browser_confirmed",
        subject: spent.userId,
      });
    return { verdict, outcome: "unknown" as const, account };
  });
  assertAllowed(verdict);
  if (account === null) throw new AppError(...REFUSED[outcome]);
  browser.remember(account);
  return LOGIN.browserConfirmed;
};
