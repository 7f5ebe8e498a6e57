import { ATTACHMENT_ROWS } from "./rows/attachments.ts";
import { AUTH_ROWS } from "./rows/auth.ts";
import { BRIDGE_ROWS } from "./rows/bridge.ts";
import { CALENDAR_ROWS } from "./rows/calendar.ts";
import { LINK_ROWS } from "./rows/links.ts";
import { MESSAGE_ROWS } from "./rows/messages.ts";
import { NEWS_ROWS } from "./rows/news.ts";
import { NOTE_ROWS } from "./rows/notes.ts";
import { NOTIFICATION_ROWS } from "./rows/notifications.ts";
import { PUSH_ROWS } from "./rows/push.ts";
import { QUEUE_ROWS } from "./rows/queue.ts";
import { SERVER_ROWS } from "./rows/servers.ts";
import { SHOP_ROWS } from "./rows/shop.ts";
import type { SiteRow } from "./rows/site-row.ts";
import { STRIKE_ROWS } from "./rows/strikes.ts";
import { TICKET_ROWS } from "./rows/tickets.ts";
import { USERPROFILE_ROWS } from "./rows/userprofile.ts";

/** The REST calls, in the order of their document. */
export const REST_TABLE: readonly SiteRow[] = [
  ...AUTH_ROWS,
  ...LINK_ROWS,
  ...USERPROFILE_ROWS,
  ...NOTIFICATION_ROWS,
  ...QUEUE_ROWS,
  ...PUSH_ROWS,
  ...TICKET_ROWS,
  ...NOTE_ROWS,
  ...ATTACHMENT_ROWS,
  ...MESSAGE_ROWS,
  ...STRIKE_ROWS,
  ...NEWS_ROWS,
  ...CALENDAR_ROWS,
  ...SERVER_ROWS,
  ...SHOP_ROWS,
  ...BRIDGE_ROWS,
];
