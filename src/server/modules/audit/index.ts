import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { asc, isNull } from "drizzle-orm";
import { sealEntry } from "#server/auth/audit.ts";
import type { Tx, Ctx } from "#server/context/context.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import type { Tables } from "#server/store/store.ts";
import {
  entryHashOf,
  personalHashOf,
  randomSalt,
  AUDIT_HEAD,
  type AuditHead,
} from "./entry-hash.ts";

export { type AuditBreak, type AuditProof, verifyAudit } from "./verify.ts";

/** Few enough for no writer to wait for them. */
const SLICE = 100;

/** The entry with its place, and what goes with it. */
const sealOf = (
  row: Tables["audit"]["$inferSelect"],
  { position: last, hash: before }: Pick<AuditHead, "position" | "hash">,
) => {
  const position = last + 1;
  const salt = row.network === null && row.browser === null ? null : randomSalt();
  const personalHash = salt === null ? null : personalHashOf(salt, row);
  const hash = entryHashOf(position, before, { ...row, personalHash });
  return { position, salt, personalHash, hash };
};

/** Asked first: mostly there is nothing to write. */
const isWaiting = async ({ read, tables }: Ctx): Promise<boolean> => {
  const { audit } = tables;
  const waiting = await read
    .select({ id: audit.id })
    .from(audit)
    .where(isNull(audit.position))
    .limit(1);
  return waiting.length > 0;
};

const sealSlice = async (tx: Tx): Promise<{ count: number; head: AuditHead | null }> => {
  const { audit } = tx.tables;
  const rows = await tx
    .select()
    .from(audit)
    .where(isNull(audit.position))
    .orderBy(asc(audit.id))
    .limit(SLICE);
  let head = await readSetting(tx, AUDIT_HEAD);
  if (rows.length === 0) return { count: 0, head };
  const sealedAt = tx.clock.now().toISOString();
  for (const row of rows) {
    const seal = sealOf(row, head ?? { position: 0, hash: "" });
    await sealEntry(tx, row.id, seal);
    head = { position: seal.position, hash: seal.hash, sealedAt };
  }
  if (head !== null) await writeSetting(tx, AUDIT_HEAD, head);
  return { count: rows.length, head };
};

/**
 * Gives new entries their places at the end of the chain, the oldest first. Where the chain ends now
 * goes into the log as well, which whoever can change the database may not be able to.
 * @param signal stops between two slices.
 */
export const sealAudit = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  let entries = 0;
  let isMore = await isWaiting(ctx);
  while (isMore && !signal.aborted) {
    const { count, head } = await ctx.write((tx) => sealSlice(tx));
    entries += count;
    isMore = count === SLICE;
    if (!isMore && entries > 0 && head !== null)
      ctx.log.info("audit.sealed", { entries, position: head.position, hash: head.hash });
    await yieldToEventLoop();
  }
};
