import { asc, count, desc, eq } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";

type InboxState = {
  /** Events that have not been processed. */
  waiting: number;
  /** When the one came that has waited longest; null where none waits. */
  waitingSince: Date | null;
  /** When the last event came, whatever became of it; null where none ever did. */
  lastReceivedAt: Date | null;
  /** When something was refused last because it was not signed as Tebex signs; null for never. */
  lastRefusedAt: Date | null;
};

/** What Tebex has told us and nobody has processed. Answered by indexes: few events wait. */
export const readInbox = async ({
  tables,
  read,
}: Pick<Ctx, "tables" | "read">): Promise<InboxState> => {
  const { shopEvents: t } = tables;
  const isWaiting = eq(t.state, "waiting");
  const [found] = await read.select({ waiting: count() }).from(t).where(isWaiting);
  // Ids are given in the order in which events come.
  const [oldest] = await read
    .select({ at: t.receivedAt })
    .from(t)
    .where(isWaiting)
    .orderBy(asc(t.id))
    .limit(1);
  const [last] = await read
    .select({ at: t.receivedAt })
    .from(t)
    .orderBy(desc(t.receivedAt), desc(t.id))
    .limit(1);
  const { audit } = tables;
  const [refused] = await read
    .select({ at: audit.at })
    .from(audit)
    .where(eq(audit.action, "shop.event_refused"))
    .orderBy(desc(audit.id))
    .limit(1);
  return {
    waiting: found?.waiting ?? 0,
    waitingSince: oldest?.at ?? null,
    lastReceivedAt: last?.at ?? null,
    lastRefusedAt: refused?.at ?? null,
  };
};
