import { eq } from "drizzle-orm";
import { bridgeKeyIdIn, stateOfKey } from "#server/auth/bridge-keys.ts";
import { isUsedUp } from "#server/auth/limits.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { Ctx, CtxReader, RequestCtx } from "#server/context/context.ts";
import type { BridgeScope } from "#shared/constants/points.ts";

/** All networks count as one, too. */
const ALL = "";

/** Whose key it claims to be, and what is wrong with it. */
const judge = async (reader: CtxReader, key: string) => {
  const { bridgeKeys: t } = reader.tables;
  const id = bridgeKeyIdIn(key);
  const columns = { id: t.id, hash: t.hash, revokedAt: t.revokedAt, expiresAt: t.expiresAt };
  const [found] = id === null ? [] : await reader.select(columns).from(t).where(eq(t.id, id));
  if (found === undefined) return { subject: null, reason: "unknown" } as const;
  const reason = found.hash === hashOf(key) ? stateOfKey(found, reader.clock.now()) : "secret";
  return { subject: found.id, reason } as const;
};

/**
 * Writes down that a bridge key was refused: of a network, and of all of them, only so many an hour.
 * After that nothing is written, however many come.
 * @param ctx its network is a shortened address; it is counted under a hash.
 */
export const noteRefusedKey = async (ctx: RequestCtx, key: string): Promise<void> => {
  const counts = [
    { name: "refusedKeysByNetwork", subject: ctx.network },
    { name: "refusedKeys", subject: ALL },
  ] as const;
  for (const count of counts) if (await isUsedUp(ctx.read, count)) return;
  const { subject, reason } = await judge(ctx.read, key);
  await ctx.write(async (tx) => {
    for (const count of counts) if (!(await tx.tryCount(count)).allowed) return;
    await tx.audit({ action: "bridge_key.refused", subject, after: { reason } });
  });
};

/**
 * Writes down that a key asked for what it has no scope for: so many times an hour.
 * @param scope what it lacks.
 */
export const noteRefusedScope = async (
  ctx: Ctx,
  keyId: string,
  scope: BridgeScope,
): Promise<void> => {
  const count = { name: "refusedScopesByKey", subject: keyId } as const;
  if (await isUsedUp(ctx.read, count)) return;
  await ctx.write(async (tx) => {
    if (!(await tx.tryCount(count)).allowed) return;
    await tx.audit({
      action: "bridge_key.scope_refused",
      subject: keyId,
      after: { scopes: scope },
    });
  });
};
