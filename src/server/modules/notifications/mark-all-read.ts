import { and, eq } from "drizzle-orm";
import type { MemberContext } from "#server/context.ts";
import { publishChanged } from "./publish-changed.ts";
import { marksOf } from "./marks.ts";
import { globalIdsOf, NO_ID } from "./reads.ts";

/** So many rows go into one statement. */
const ROWS_AT_ONCE = 500;

/** Marks everything as read that the member has not read yet. */
export const markAllRead = async ({
  store,
  clock,
  actor: { userId },
}: MemberContext): Promise<void> => {
  const { notificationReads: reads } = store.tables;
  const { floor } = await marksOf(store, userId);
  await store.write(async (tx) => {
    const readAt = clock.now();
    const own = await tx
      .update(reads)
      .set({ isRead: true, readAt })
      .where(and(eq(reads.userId, userId), eq(reads.isRead, false)))
      .returning({ id: reads.notificationId });
    const globals = await globalIdsOf(store, tx).execute({ userId, after: floor, limit: NO_ID });
    for (let start = 0; start < globals.length; start += ROWS_AT_ONCE) {
      const some = globals.slice(start, start + ROWS_AT_ONCE);
      await tx
        .insert(reads)
        .values(some.map(({ id }) => ({ notificationId: id, userId, isRead: true, readAt })));
    }
    if (own.length + globals.length > 0) publishChanged(tx, [userId]);
  });
};
