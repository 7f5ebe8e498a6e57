import { type SearchOf, searchChoice, searchSchema } from "#client/lib/search.ts";
import { NOTIFICATION_FILTERS } from "#shared/constants/addresses.ts";

/** Which notifications the list shows, as it stands in the address; all where it says nothing. */
export const notificationSearch = searchSchema({ show: searchChoice(NOTIFICATION_FILTERS) });
export type NotificationSearch = SearchOf<typeof notificationSearch>;
