import { and, asc, desc, eq, isNull, notExists } from "drizzle-orm";
import type { CtxReader, SystemCtx } from "#server/context/context.ts";
import { MARKETING_VERSION } from "#shared/constants/consents.ts";
import { recordConsents } from "./record.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 50;
/** Of a member's changes of their account so many are looked through. */
const ENTRIES_MAX = 200;

/** When a member last said that they want news by email, as far as the record of events knows. */
const saidAt = async (reader: CtxReader, userId: string): Promise<Date | null> => {
  const { audit: t } = reader.tables;
  const rows = await reader
    .select({ at: t.at, after: t.after })
    .from(t)
    .where(and(eq(t.subject, userId), eq(t.action, "account.changed")))
    .orderBy(desc(t.id))
    .limit(ENTRIES_MAX);
  const found = rows.find(
    ({ after }) => (after as { allowMarketing?: unknown } | null)?.allowMarketing === true,
  );
  return found?.at ?? null;
};

/**
 * Writes down the consent to news by email of those who gave it before consents were written down.
 * @param signal stops between two slices.
 */
export const recordEarlierConsents = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { users, consents } = ctx.tables;
  const isMarketing = and(eq(consents.userId, users.id), eq(consents.kind, "marketing"));
  while (!signal.aborted) {
    const lacking = await ctx.read
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.allowMarketing, true),
          isNull(users.erasedAt),
          notExists(ctx.read.select({ id: consents.id }).from(consents).where(isMarketing)),
        ),
      )
      .orderBy(asc(users.id))
      .limit(SLICE);
    if (lacking.length === 0) return;
    await ctx.write(async (tx) => {
      for (const { id: userId } of lacking) {
        const [known] = await tx
          .select({ id: consents.id })
          .from(consents)
          .where(and(eq(consents.userId, userId), eq(consents.kind, "marketing")))
          .limit(1);
        const [still] = await tx
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, userId), eq(users.allowMarketing, true)));
        if (known !== undefined || still === undefined) continue;
        const at = (await saidAt(tx, userId)) ?? tx.clock.now();
        const version = MARKETING_VERSION;
        const given = { kind: "marketing", isGiven: true, way: "earlier" } as const;
        await recordConsents(tx, [{ ...given, userId, version, at }]);
      }
    });
  }
};
