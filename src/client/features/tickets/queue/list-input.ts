import { searchTermsIn } from "#client/lib/lists.ts";
import type { QueueInput } from "#shared/schemas/queue.ts";
import type { QueueSearch } from "./list-search.ts";

/** What the server is asked for. */
export const queueInputOf = ({ tab, sort, q, late, priority, label }: QueueSearch): QueueInput => {
  const search = searchTermsIn(q);
  return {
    tab: tab ?? "reply",
    ...(sort !== undefined && { sort }),
    ...(search !== undefined && { search }),
    ...(late === true && { isLate: true }),
    ...(priority !== undefined && { priority }),
    ...(label !== undefined && { label }),
  };
};
