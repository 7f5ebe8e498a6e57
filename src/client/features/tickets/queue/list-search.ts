import {
  type SearchOf,
  searchChoice,
  searchFlag,
  searchNumber,
  searchSchema,
  searchText,
} from "#client/lib/search.ts";
import { PRIORITIES, QUEUE_SORTS, QUEUE_TABS } from "#shared/constants/queue.ts";

/** What the queue shows, as it stands in the address. */
export const queueSearch = searchSchema({
  tab: searchChoice(QUEUE_TABS),
  sort: searchChoice(QUEUE_SORTS),
  /** A number, or words of the ticket, its people or its labels. */
  q: searchText,
  /** Those alone whose answer is late. */
  late: searchFlag,
  priority: searchChoice(PRIORITIES),
  /** The number of a label. */
  label: searchNumber,
  /** The ticket that stands beside the list. */
  ticket: searchNumber,
});
export type QueueSearch = SearchOf<typeof queueSearch>;
