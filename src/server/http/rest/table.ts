import type { SiteRow } from "./row.ts";
import { AUTH_ROWS } from "./rows/auth.ts";
import { BRIDGE_ROWS } from "./rows/bridge.ts";
import { LINK_ROWS, NOTIFICATION_ROWS, PUSH_ROWS, STRIKE_ROWS } from "./rows/member.ts";
import { CALENDAR_ROWS, NEWS_ROWS, SERVER_ROWS, SHOP_ROWS } from "./rows/site.ts";
import {
  ATTACHMENT_ROWS,
  MESSAGE_ROWS,
  NOTE_ROWS,
  QUEUE_ROWS,
  TICKET_ROWS,
} from "./rows/tickets.ts";
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
