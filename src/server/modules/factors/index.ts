import { eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import type { OwnFactors } from "#shared/schemas/factors.ts";
import { recoveryCodesOf } from "./authenticator.ts";
import { resetOf } from "./resets.ts";

export { assertMayChange as assertMayChangeFactors, forgetPending, hasFactor } from "./account.ts";
export { completeLogin, loginAnswer, takePasskeyStep } from "./second-step.ts";
export { followResets, resetFactors } from "./resets.ts";
export { forgetFactors, forgetFactorsSince } from "./authenticator.ts";

/** One's second factors, and a reset that waits for them. */
export const readFactors = async ({ actor, read, tables }: MemberCtx): Promise<OwnFactors> => {
  const { totpFactors: t } = tables;
  const { userId } = actor;
  const [[app], codes, reset] = await Promise.all([
    read
      .select({ addedAt: t.addedAt, lastUsedAt: t.lastUsedAt })
      .from(t)
      .where(eq(t.userId, userId)),
    recoveryCodesOf(read, userId),
    resetOf(read, userId),
  ]);
  return {
    app:
      app === undefined
        ? null
        : {
            addedAt: app.addedAt.toISOString(),
            lastUsedAt: app.lastUsedAt?.toISOString() ?? null,
          },
    recoveryCodes: codes === null ? null : { left: codes.left, madeAt: codes.madeAt.toISOString() },
    resetEndsAt: reset?.endsAt.toISOString() ?? null,
  };
};
