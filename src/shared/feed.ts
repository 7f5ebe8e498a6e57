import { z } from "zod/mini";
import { serverRow, serversSummary } from "#shared/schemas/servers.ts";

/**
 * What `GET /api/feed` sends, one JSON object per `data:` line. Events say what changed; but for
 * `servers.changed`, which carries its rows, the client then asks for what it shows.
 */
export const feedEvent = z.discriminatedUnion("type", [
  /**
   * First event of every connection. Another build than the page's: reload when convenient. `isWhole`:
   * what the page has missed follows; without it everything live is to be read again.
   */
  z.object({
    type: z.literal("hello"),
    buildId: z.string(),
    isWhole: z.optional(z.literal(true)),
    /** Of what the community says of itself; left out by servers that do not know it. */
    siteVersion: z.optional(z.int()),
    /** The maintenance that the site is in; left out where it is in none. */
    maintenance: z.optional(z.int()),
  }),
  /** Something may have been missed: refetch everything live. */
  z.object({ type: z.literal("resync") }),
  /** The server is about to stop: come back after `retryMs`. */
  z.object({ type: z.literal("bye"), retryMs: z.int() }),
  /** This browser was signed out elsewhere, or its session ran out; the connection ends. */
  z.object({ type: z.literal("session.ended") }),
  /** The member's own account, or the list of their sessions, is not what it was. */
  z.object({ type: z.literal("account.changed") }),
  /** A ticket that one may see: its fields, its people, its status. */
  z.object({ type: z.literal("ticket.changed"), ticketId: z.int() }),
  z.object({ type: z.literal("message.added"), ticketId: z.int(), messageId: z.int() }),
  /** Told to the team alone: a note on a ticket, and that one was changed or removed. */
  z.object({ type: z.literal("note.added"), ticketId: z.int(), noteId: z.int() }),
  z.object({ type: z.literal("note.changed"), ticketId: z.int(), noteId: z.int() }),
  /** A message was edited or removed. */
  z.object({ type: z.literal("message.changed"), ticketId: z.int(), messageId: z.int() }),
  /** Somebody has read on. */
  z.object({ type: z.literal("ticket.seen"), ticketId: z.int() }),
  /** One has read on oneself, here or in another browser. */
  z.object({ type: z.literal("ticket.read"), ticketId: z.int() }),
  /** Somebody is writing. Nobody is told of it later. */
  z.object({ type: z.literal("ticket.typing"), ticketId: z.int(), userId: z.string() }),
  /** Told to the team alone: the saved replies that it shares. */
  z.object({ type: z.literal("replies.changed") }),
  /** Told to the team alone: the labels of tickets. */
  z.object({ type: z.literal("labels.changed") }),
  /** Told to the team alone: somebody of it has come to a ticket, is still there, or has left. */
  z.object({
    type: z.literal("ticket.viewed"),
    ticketId: z.int(),
    userId: z.string(),
    is: z.enum(["came", "there", "left"]),
  }),
  /** One's own notifications: a new one, one that was read or removed. */
  z.object({ type: z.literal("notifications.changed") }),
  /** A post of the news has appeared, was changed or is gone. */
  z.object({ type: z.literal("news.changed") }),
  /** The calendar has another entry, or an entry says something else. */
  z.object({ type: z.literal("calendar.changed") }),
  /** One's own balance. */
  z.object({ type: z.literal("points.changed") }),
  /** Told to Admins alone: somebody's account, links, tier or balance. */
  z.object({ type: z.literal("member.changed"), userId: z.string() }),
  /** One's own orders; for Admins, anybody's, or what Tebex has told. */
  z.object({ type: z.literal("orders.changed") }),
  /** One's own strikes; for the team, anybody's. */
  z.object({ type: z.literal("strikes.changed") }),
  /** What the community says of itself: this version is shown now, in maintenance or not. */
  z.object({
    type: z.literal("site.changed"),
    siteVersion: z.int(),
    maintenance: z.optional(z.int()),
  }),
  z.object({
    type: z.literal("servers.changed"),
    rows: z.array(serverRow),
    summary: serversSummary,
  }),
]);
export type FeedEvent = z.infer<typeof feedEvent>;
