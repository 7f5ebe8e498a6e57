import { and, asc, gt, inArray, isNull, lte } from "drizzle-orm";
import type { Tx, Ctx } from "#server/context/context.ts";
import { notifyTeam } from "#server/modules/notifications/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { KEY_WARNING_MS } from "#shared/constants/points.ts";

/** Few enough for no visitor to wait for them. */
const KEYS_AT_ONCE = 10;

const dayText = (at: Date) => at.toISOString().slice(0, 10);

/** Tells the Admins which keys are about to expire, each once. */
const announceEnds = async (tx: Tx): Promise<void> => {
  const { bridgeKeys: t } = tx.tables;
  const now = tx.clock.now();
  const isNear = and(
    gt(t.expiresAt, now),
    lte(t.expiresAt, new Date(now.getTime() + KEY_WARNING_MS)),
  );
  const { id, name, expiresAt } = t;
  const due = await tx
    .select({ id, name, expiresAt })
    .from(t)
    .where(and(isNear, isNull(t.revokedAt), isNull(t.expiryWarnedAt)))
    .orderBy(asc(expiresAt), asc(id))
    .limit(KEYS_AT_ONCE);
  if (due.length === 0) return;
  const ids = due.map((key) => key.id);
  await tx.update(t).set({ expiryWarnedAt: now }).where(inArray(id, ids));
  for (const key of due)
    await notifyTeam(tx, "bridge", {
      subject: BRIDGE.expirySubject,
      message: BRIDGE.expiryText(key.name, dayText(key.expiresAt ?? now)),
      link: "/member/admin/keys",
    });
};

/** Closes keys that have expired, and writes it into the audit. They were refused before already. */
const closeExpired = async (tx: Tx): Promise<void> => {
  const { clock } = tx;
  const { bridgeKeys: t } = tx.tables;
  const now = clock.now();
  const over = tx
    .select({ id: t.id })
    .from(t)
    .where(and(lte(t.expiresAt, now), isNull(t.revokedAt)))
    .limit(KEYS_AT_ONCE);
  const closed = await tx
    .update(t)
    .set({ revokedAt: now })
    .where(inArray(t.id, over))
    .returning({ id: t.id, expiresAt: t.expiresAt });
  for (const { id, expiresAt } of closed) {
    const after = { expiresAt: expiresAt?.toISOString() ?? null };
    await tx.audit({ action: "bridge_key.expired", subject: id, after });
  }
};

/** Looks after the ends of keys: announces those that come, and closes those that have come. */
export const watchKeys = async (ctx: Ctx): Promise<void> => {
  await ctx.write(async (tx) => {
    await announceEnds(tx);
    await closeExpired(tx);
  });
};
