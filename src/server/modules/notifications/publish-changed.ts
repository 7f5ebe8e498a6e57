import type { Tx } from "#server/context/context.ts";

/** So many ids fit into one event, however long they are (see `busEvent`). */
const IDS_PER_EVENT = 100;

/** Tells these people's feeds that their notifications are not what they were; null: everyone's. */
export const publishChanged = (tx: Tx, userIds: readonly string[] | null): void => {
  if (userIds === null) {
    tx.publish({ type: "notifications.changed", userIds: null });
    return;
  }
  for (let start = 0; start < userIds.length; start += IDS_PER_EVENT) {
    const some = userIds.slice(start, start + IDS_PER_EVENT);
    tx.publish({ type: "notifications.changed", userIds: some });
  }
};
