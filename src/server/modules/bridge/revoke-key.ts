import { eq } from "drizzle-orm";
import { BRIDGE } from "#shared/messages.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/**
 * Ends a key: the next call with it is refused. One that is revoked already stays as it is.
 * @throws {AppError} `not_found` for an unknown one.
 */
export const revokeKey = async (ctx: MemberContext, { id }: { id: string }): Promise<void> => {
  const { store, clock, actor } = ctx;
  const { bridgeKeys } = store.tables;
  await store.write(async (tx) => {
    await assertStillAdmin(ctx, tx);
    const [found] = await tx
      .select({ revokedAt: bridgeKeys.revokedAt })
      .from(bridgeKeys)
      .where(eq(bridgeKeys.id, id));
    if (found === undefined) throw new AppError("not_found", BRIDGE.unknownKey);
    if (found.revokedAt !== null) return;
    await tx.update(bridgeKeys).set({ revokedAt: clock.now() }).where(eq(bridgeKeys.id, id));
    const entry = { actorId: actor.userId, subject: id };
    await writeAudit(ctx, tx, { action: "bridge_key.revoked", ...entry });
  });
};
