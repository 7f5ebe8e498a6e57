import type { MemberContext } from "#server/context.ts";
import type { AuditRead } from "#shared/constants/audit.ts";
import { type AuditEntry, writeAudit } from "./audit.ts";
import { countAttempt, isUsedUp } from "./limits.ts";

type Read = Pick<AuditEntry, "subject" | "after"> & { action: AuditRead };

/**
 * Writes down that an Admin reads other people's data: once an hour of what is the same, however
 * often it is read. To be called before it is read, outside of a transaction.
 */
export const noteRead = async (ctx: MemberContext, read: Read): Promise<void> => {
  const { store, clock, actor } = ctx;
  const { action, subject, after = {} } = read;
  const same = JSON.stringify([actor.userId, action, subject, after]);
  if (await isUsedUp(store, clock, "sameReads", same)) return;
  await store.write(async (tx) => {
    if (!(await countAttempt(store, tx, clock, "sameReads", same)).allowed) return;
    await writeAudit(ctx, tx, { ...read, actorId: actor.userId });
  });
};

/** Which of these narrow a list, as one value: their names, and nothing of what was asked for. */
export const filtersOf = (asked: Readonly<Record<string, unknown>>): { filters?: string } => {
  const names = Object.keys(asked).filter((name) => asked[name] != null && asked[name] !== "");
  return names.length === 0 ? {} : { filters: names.toSorted().join(" ") };
};
