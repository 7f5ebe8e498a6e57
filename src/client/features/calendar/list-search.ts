import { type SearchOf, searchChoice, searchSchema } from "#client/lib/search.ts";
import { CALENDAR_KINDS, CALENDAR_TIMES } from "#shared/constants/calendar.ts";
import { CALENDAR_SORTS } from "#shared/constants/lists.ts";

/** Which entries are shown, as it stands in the address. */
export const entriesSearch = searchSchema({
  kind: searchChoice(CALENDAR_KINDS),
  when: searchChoice(CALENDAR_TIMES),
  sort: searchChoice(CALENDAR_SORTS),
});
export type EntriesSearch = SearchOf<typeof entriesSearch>;
