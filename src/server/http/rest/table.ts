import { AUTH_ROWS } from "./rows/auth.ts";
import { BRIDGE_ROWS } from "./rows/bridge.ts";
import { CALENDAR_ROWS } from "./rows/calendar.ts";
import { LINK_ROWS } from "./rows/links.ts";
import { MESSAGE_ROWS } from "./rows/messages.ts";
import { NEWS_ROWS } from "./rows/news.ts";
import { NOTIFICATION_ROWS } from "./rows/notifications.ts";
import { SERVER_ROWS } from "./rows/servers.ts";
import { SHOP_ROWS } from "./rows/shop.ts";
import type { SiteRow } from "./rows/site-row.ts";
import { TICKET_ROWS } from "./rows/tickets.ts";
import { USERPROFILE_ROWS } from "./rows/userprofile.ts";

/** The REST calls, in the order of their document. */
export const REST_TABLE: readonly SiteRow[] = [
  ...AUTH_ROWS,
  ...LINK_ROWS,
  ...USERPROFILE_ROWS,
  ...NOTIFICATION_ROWS,
  ...TICKET_ROWS,
  ...MESSAGE_ROWS,
  ...NEWS_ROWS,
  ...CALENDAR_ROWS,
  ...SERVER_ROWS,
  ...SHOP_ROWS,
  ...BRIDGE_ROWS,
];
