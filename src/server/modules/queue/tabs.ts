import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { isWorkedOn } from "#server/modules/desk/index.ts";
import type { Tables } from "#server/store/store.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import { QUEUE_TABS, type QueueTab } from "#shared/constants/queue.ts";
import type { QueueCounts } from "#shared/schemas/queue.ts";

/** The columns by which a ticket belongs to a tab, and by which lists go. */
export type TabColumns = Pick<
  Tables["tickets"],
  "id" | "status" | "waitingSince" | "dueAt" | "assigneeId" | "priority"
>;

/** For `.where(...)`: what a tab shows to somebody. */
export const isInTab = (t: TabColumns, tab: QueueTab, userId: string): SQL | undefined => {
  const isOpen = eq(t.status, "Open");
  const tabs: Record<QueueTab, SQL | undefined> = {
    reply: and(isOpen, isNotNull(t.waitingSince)),
    unassigned: and(isOpen, isNull(t.assigneeId)),
    mine: and(isOpen, eq(t.assigneeId, userId)),
    all: isOpen,
    closed: eq(t.status, "closed"),
  };
  return tabs[tab];
};

/** Written out: of a limit that is a parameter PostgreSQL cannot tell how far to go, and plans anew each time. */
const UP_TO_MAX = sql.raw(`limit ${COUNT_MAX}`);

/**
 * How many tickets each tab has, up to `COUNT_MAX`: nobody walks further. One statement that answers with numbers,
 * which costs the same whatever there is to count.
 */
export const countQueue = async ({ tables, read, actor }: MemberCtx): Promise<QueueCounts> => {
  const { tickets } = tables;
  const counted = (tab: QueueTab) => {
    const all = read
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(isInTab(tickets, tab, actor.userId), isWorkedOn(read)));
    const named = sql`(select count(*) from (${all.getSQL()} ${UP_TO_MAX}) as named)`;
    return [tab, named.mapWith(Number)] as const;
  };
  const counts = Object.fromEntries(QUEUE_TABS.map(counted)) as Record<QueueTab, SQL<number>>;
  const [row] = await read.select(counts).from(sql`(select 1) as single`);
  if (row === undefined) throw new Error("Nothing was counted.");
  return row;
};
