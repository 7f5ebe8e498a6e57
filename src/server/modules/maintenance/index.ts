import { desc, isNull } from "drizzle-orm";
import type { Reader } from "#server/store/store.ts";
import type { Maintenance } from "#shared/schemas/site-document.ts";

/** The maintenance that the site is in; null where it is in none. */
export const readMaintenance = async ({ tables, select }: Reader): Promise<Maintenance | null> => {
  const { maintenance: t } = tables;
  const [row] = await select().from(t).where(isNull(t.endedAt)).orderBy(desc(t.id)).limit(1);
  if (row === undefined) return null;
  const { id, reason, begunAt, expectedEnd } = row;
  return {
    id,
    reason,
    begunAt: begunAt.toISOString(),
    expectedEnd: expectedEnd?.toISOString() ?? null,
  };
};
