import { eq } from "drizzle-orm";
import { countAccountChange } from "#server/access/attempts.ts";
import { endOthers } from "#server/access/end-others.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { FACTORS } from "#shared/factor-messages.ts";
import type { AddedApp } from "#shared/schemas/factors.ts";
import { assertMayChange } from "./changing.ts";
import { drawRecoveryCodes, keepRecoveryCodes } from "./recovery-codes.ts";
import { forgetFactors } from "./remove.ts";

/**
 * Makes ten new recovery codes; the ones before are good no more.
 * @returns the codes, shown this once.
 * @throws {AppError} `conflict` without an app, `step_up`, `too_many_requests`.
 */
export const makeRecoveryCodes = async (ctx: MemberCtx): Promise<AddedApp> => {
  const { userId } = ctx.actor;
  const recoveryCodes = drawRecoveryCodes();
  return ctx.write(async (tx) => {
    const { totpFactors: t } = tx.tables;
    const [app] = await tx.select({ userId: t.userId }).from(t).where(eq(t.userId, userId));
    if (app === undefined) throw new AppError("conflict", FACTORS.noApp);
    await assertMayChange(tx);
    await countAccountChange(tx);
    await keepRecoveryCodes(tx, userId, recoveryCodes);
    await tx.audit({ action: "factor.codes_made", subject: userId });
    await tellOfSecurity(tx, { userId, event: "recoveryCodesMade" });
    return { recoveryCodes };
  });
};

/**
 * Removes one's app, with the recovery codes that stand for it: the password alone is asked for again, and all other sessions end.
 * @throws {AppError} `conflict` without an app, `step_up`, `too_many_requests`.
 */
export const removeApp = (ctx: MemberCtx): Promise<string> => {
  const { userId } = ctx.actor;
  return ctx.write(async (tx) => {
    await assertMayChange(tx);
    await countAccountChange(tx);
    if (!(await forgetFactors(tx, userId))) throw new AppError("conflict", FACTORS.noApp);
    await tx.audit({ action: "factor.removed", subject: userId, before: { factor: "totp" } });
    await endOthers(tx);
    await tx.auth.sessions.forgetSecondFactor(tx, userId);
    tx.publish({ type: "account.changed", userId });
    await tellOfSecurity(tx, { userId, event: "factorRemoved" });
    return FACTORS.removed;
  });
};
