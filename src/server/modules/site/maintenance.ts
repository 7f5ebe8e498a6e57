import { isNull } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { wrongInput } from "#server/core/errors.ts";
import { one } from "#server/store/store.ts";
import type { MaintenanceInput } from "#shared/schemas/site-document.ts";
import { MAINTENANCE_PANEL } from "#shared/site-messages.ts";

/** @returns the ids of those that had no end. */
const endAll = async (tx: MemberTx): Promise<number[]> => {
  const { maintenance: t } = tx.tables;
  const ended = await tx
    .update(t)
    .set({ endedAt: tx.clock.now(), endedBy: tx.actor.userId })
    .where(isNull(t.endedAt))
    .returning({ id: t.id });
  return ended.map(({ id }) => id);
};

/**
 * Lets nobody but Admins change anything from now on [SITE-08]. Where that is so already, the new reason
 * takes the place of the last one.
 * @throws {AppError} `bad_request` for an end that is not in the future, `too_many_requests`.
 */
export const beginMaintenance = (
  ctx: MemberCtx,
  { reason, expectedEnd }: MaintenanceInput,
): Promise<void> =>
  ctx.write(async (tx) => {
    const { maintenance: t } = tx.tables;
    await assertMay(tx, "site");
    await tx.count("maintenanceByMember", tx.actor.userId);
    const now = tx.clock.now();
    const end = expectedEnd === null ? null : new Date(expectedEnd);
    if (end !== null && end <= now) throw wrongInput(MAINTENANCE_PANEL.endIsPast, ["expectedEnd"]);
    await endAll(tx);
    const { id } = one(
      await tx
        .insert(t)
        .values({ reason, expectedEnd: end, begunAt: now, begunBy: tx.actor.userId })
        .returning({ id: t.id }),
    );
    await tx.audit({ action: "maintenance.begun", subject: String(id) });
    tx.publish({ type: "maintenance.changed" });
  });

/**
 * Opens the site again. Nothing happens where it is open.
 * @throws {AppError} `too_many_requests`.
 */
export const endMaintenance = (ctx: MemberCtx): Promise<void> =>
  ctx.write(async (tx) => {
    await assertMay(tx, "site");
    await tx.count("maintenanceByMember", tx.actor.userId);
    const ended = await endAll(tx);
    if (ended.length === 0) return;
    await tx.audit({ action: "maintenance.ended", subject: ended.join(" ") });
    tx.publish({ type: "maintenance.changed" });
  });
