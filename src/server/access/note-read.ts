import type { AuditEntry } from "#server/auth/audit.ts";
import { isUsedUp } from "#server/auth/limits.ts";
import type { MemberCtx } from "#server/context/context.ts";
import type { AuditRead } from "#shared/constants/audit.ts";

type Read = Pick<AuditEntry, "subject" | "after"> & { action: AuditRead };

/**
 * Writes down that an Admin reads other people's data: once an hour of what is the same, however
 * often it is read. To be called before it is read, outside of a transaction.
 */
export const noteRead = async (ctx: MemberCtx, read: Read): Promise<void> => {
  const { action, subject, after = {} } = read;
  const same = JSON.stringify([ctx.actor.userId, action, subject, after]);
  const count = { name: "sameReads", subject: same } as const;
  if (await isUsedUp(ctx.read, count)) return;
  await ctx.write(async (tx) => {
    if ((await tx.tryCount(count)).allowed) await tx.audit(read);
  });
};

/** Which of these narrow a list, as one value: their names, and nothing of what was asked for. */
export const filtersOf = (asked: Readonly<Record<string, unknown>>): { filters?: string } => {
  const names = Object.keys(asked).filter((name) => asked[name] != null && asked[name] !== "");
  return names.length === 0 ? {} : { filters: names.toSorted().join(" ") };
};
