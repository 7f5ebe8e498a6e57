import { asc, eq, isNull } from "drizzle-orm";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Clock } from "#server/clock.ts";
import type { Log } from "#server/log.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { entryHashOf, personalHashOf, randomSalt } from "./entry-hash.ts";
import { AUDIT_HEAD, type AuditHead } from "./head.ts";

type SealContext = { store: Store; clock: Clock; log: Log };

/** Few enough for no writer to wait for them. */
const SLICE = 100;

/** The entry with its place, and what goes with it. */
const sealOf = (
  row: SealContext["store"]["tables"]["audit"]["$inferSelect"],
  { position: last, hash: before }: Pick<AuditHead, "position" | "hash">,
) => {
  const position = last + 1;
  const salt = row.network === null && row.browser === null ? null : randomSalt();
  const personalHash = salt === null ? null : personalHashOf(salt, row);
  const hash = entryHashOf(position, before, { ...row, personalHash });
  return { position, salt, personalHash, hash };
};

/** Asked first: mostly there is nothing to write. */
const isWaiting = async ({ store: { read, tables } }: SealContext): Promise<boolean> => {
  const { audit } = tables;
  const waiting = await read
    .select({ id: audit.id })
    .from(audit)
    .where(isNull(audit.position))
    .limit(1);
  return waiting.length > 0;
};

const sealSlice = async (
  { store, clock }: SealContext,
  tx: Tx,
): Promise<{ count: number; head: AuditHead | null }> => {
  const { audit } = store.tables;
  const rows = await tx
    .select()
    .from(audit)
    .where(isNull(audit.position))
    .orderBy(asc(audit.id))
    .limit(SLICE);
  let head = await readSetting(store, AUDIT_HEAD, tx);
  if (rows.length === 0) return { count: 0, head };
  const sealedAt = clock.now().toISOString();
  for (const row of rows) {
    const seal = sealOf(row, head ?? { position: 0, hash: "" });
    await tx.update(audit).set(seal).where(eq(audit.id, row.id));
    head = { position: seal.position, hash: seal.hash, sealedAt };
  }
  if (head !== null) await writeSetting(store, tx, clock, AUDIT_HEAD, head);
  return { count: rows.length, head };
};

/**
 * Gives new entries their places at the end of the chain, the oldest first. Where the chain ends now
 * goes into the log as well, which whoever can change the database may not be able to.
 * @param signal stops between two slices.
 */
export const sealAudit = async (ctx: SealContext, signal: AbortSignal): Promise<void> => {
  let entries = 0;
  let isMore = await isWaiting(ctx);
  while (isMore && !signal.aborted) {
    const { count, head } = await ctx.store.write((tx) => sealSlice(ctx, tx));
    entries += count;
    isMore = count === SLICE;
    if (!isMore && entries > 0 && head !== null)
      ctx.log.info("audit.sealed", { entries, position: head.position, hash: head.hash });
    await yieldToEventLoop();
  }
};
