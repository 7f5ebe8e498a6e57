import { eq } from "drizzle-orm";
import type { BridgeScope } from "#shared/constants/points.ts";
import { type AuditContext, writeAudit } from "./audit.ts";
import { bridgeKeyIdIn, stateOfKey } from "./bridge-keys.ts";
import { countAttempt, isUsedUp } from "./limits.ts";
import { hashOf } from "./secrets.ts";

/** All networks count as one, too. */
const ALL = "";

/** Whose key it claims to be, and what is wrong with it. */
const judge = async ({ store, clock }: AuditContext, key: string) => {
  const { bridgeKeys: t } = store.tables;
  const id = bridgeKeyIdIn(key);
  const columns = { id: t.id, hash: t.hash, revokedAt: t.revokedAt, expiresAt: t.expiresAt };
  const [found] = id === null ? [] : await store.read.select(columns).from(t).where(eq(t.id, id));
  if (found === undefined) return { subject: null, reason: "unknown" } as const;
  const reason = found.hash === hashOf(key) ? stateOfKey(found, clock.now()) : "secret";
  return { subject: found.id, reason } as const;
};

/**
 * Writes down that a bridge key was refused: of a network, and of all of them, only so many an hour.
 * After that nothing is written, however many come.
 * @param ctx its network is a shortened address; it is counted under a hash.
 */
export const noteRefusedKey = async (
  ctx: AuditContext & { network: string },
  key: string,
): Promise<void> => {
  const { store, clock, network } = ctx;
  if (await isUsedUp(store, clock, "refusedKeysByNetwork", network)) return;
  if (await isUsedUp(store, clock, "refusedKeys", ALL)) return;
  const { subject, reason } = await judge(ctx, key);
  await store.write(async (tx) => {
    for (const [name, whose] of [
      ["refusedKeysByNetwork", network],
      ["refusedKeys", ALL],
    ] as const)
      if (!(await countAttempt(store, tx, clock, name, whose)).allowed) return;
    const entry = { actorId: null, action: "bridge_key.refused", subject } as const;
    await writeAudit(ctx, tx, { ...entry, after: { reason } });
  });
};

/**
 * Writes down that a key asked for what it has no scope for: so many times an hour.
 * @param scope what it lacks.
 */
export const noteRefusedScope = async (
  ctx: AuditContext,
  keyId: string,
  scope: BridgeScope,
): Promise<void> => {
  const { store, clock } = ctx;
  if (await isUsedUp(store, clock, "refusedScopesByKey", keyId)) return;
  await store.write(async (tx) => {
    if (!(await countAttempt(store, tx, clock, "refusedScopesByKey", keyId)).allowed) return;
    const entry = { actorId: null, action: "bridge_key.scope_refused", subject: keyId } as const;
    await writeAudit(ctx, tx, { ...entry, after: { scopes: scope } });
  });
};
