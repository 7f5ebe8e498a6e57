import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { VERIFICATION } from "#shared/messages.ts";
import type { verificationInput } from "#shared/schemas/accounts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { spendCode } from "#server/auth/one-time-codes.ts";
import type { RequestContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/store/store.ts";
import { countedByAddress } from "./limited.ts";

const REFUSALS = {
  unknown: VERIFICATION.codeInvalid,
  expired: VERIFICATION.codeInvalid,
  used: VERIFICATION.codeUsed,
} as const;

const markVerified = async (ctx: RequestContext, tx: Tx, userId: string) => {
  const { store, clock } = ctx;
  const { users } = store.tables;
  const [verified] = await tx
    .update(users)
    .set({ verifiedAt: clock.now() })
    .where(and(eq(users.id, userId), isNull(users.verifiedAt)))
    .returning({ id: users.id });
  if (verified === undefined) return;
  const entry = { actorId: null, action: "account.verified", subject: userId } as const;
  await writeAudit(ctx, tx, entry);
  tx.publish({ type: "account.changed", userId });
};

/**
 * Spends a code of a mail: the address is its owner's.
 * @throws {AppError} `bad_request` for a code that is missing, unknown, expired or used;
 *   `too_many_requests`.
 */
export const verifyEmail = async (
  ctx: RequestContext,
  { code }: z.infer<typeof verificationInput>,
): Promise<string> => {
  const { store, clock } = ctx;
  if (!code) throw new AppError("bad_request", VERIFICATION.codeMissing);
  // A code that is refused is no error in here: the try must stay counted.
  const { verdict, outcome } = await store.write(async (tx) => {
    const verdict = await countedByAddress(ctx, tx, "codesByAddress");
    if (!verdict.allowed) return { verdict, outcome: "unknown" as const };
    const spent = await spendCode(store, tx, clock, { code, kind: "verify" });
    if (spent.outcome === "ok") await markVerified(ctx, tx, spent.userId);
    return { verdict, outcome: spent.outcome };
  });
  assertAllowed(verdict);
  if (outcome !== "ok") throw new AppError("bad_request", REFUSALS[outcome]);
  return VERIFICATION.verified;
};
