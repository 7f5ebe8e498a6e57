import { eq } from "drizzle-orm";
import { assertStillAdmin } from "#server/access/still-admin.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";

/**
 * Ends a key: the next call with it is refused. One that is revoked already stays as it is.
 * @throws {AppError} `not_found` for an unknown one.
 */
export const revokeKey = async (ctx: MemberCtx, { id }: { id: string }): Promise<void> => {
  const { clock } = ctx;
  const { bridgeKeys } = ctx.tables;
  await ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    const [found] = await tx
      .select({ revokedAt: bridgeKeys.revokedAt })
      .from(bridgeKeys)
      .where(eq(bridgeKeys.id, id));
    if (found === undefined) throw new AppError("not_found", BRIDGE.unknownKey);
    if (found.revokedAt !== null) return;
    await tx.update(bridgeKeys).set({ revokedAt: clock.now() }).where(eq(bridgeKeys.id, id));
    await tx.audit({ action: "bridge_key.revoked", subject: id });
  });
};
