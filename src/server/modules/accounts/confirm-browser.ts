import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import { LOGIN } from "#shared/messages.ts";
import type { verificationInput } from "#shared/schemas/accounts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { spendCode } from "#server/auth/one-time-codes.ts";
import type { RequestContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/store/store.ts";
import { countedByAddress } from "./limited.ts";

const REFUSALS = {
  unknown: LOGIN.browserCodeInvalid,
  expired: LOGIN.browserCodeInvalid,
  used: LOGIN.browserCodeUsed,
} as const;

/** The account as this browser is to know it; null where it was closed since. */
const findAccount = async ({ store }: RequestContext, tx: Tx, userId: string) => {
  const { users } = store.tables;
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
  ctx: RequestContext,
  { code }: z.infer<typeof verificationInput>,
): Promise<string> => {
  const { store, clock, browser } = ctx;
  if (!code) throw new AppError("bad_request", LOGIN.browserCodeInvalid);
  // A code that is refused is no error in here: the try must stay counted.
  const { verdict, outcome, account } = await store.write(async (tx) => {
    const verdict = await countedByAddress(ctx, tx, "codesByAddress");
    if (!verdict.allowed) return { verdict, outcome: "unknown" as const, account: null };
    const spent = await spendCode(store, tx, clock, { code, kind: "browser" });
    if (spent.outcome !== "ok") return { verdict, outcome: spent.outcome, account: null };
    const account = await findAccount(ctx, tx, spent.userId);
    const entry = { actorId: null, action: "account.browser_confirmed" } as const;
    if (account !== null) await writeAudit(ctx, tx, { ...entry, subject: spent.userId });
    return { verdict, outcome: "unknown" as const, account };
  });
  assertAllowed(verdict);
  if (account === null) throw new AppError("bad_request", REFUSALS[outcome]);
  browser.remember(account);
  return LOGIN.browserConfirmed;
};
