import { z } from "zod/mini";
import { serverRow, serversSummary } from "#shared/schemas/servers.ts";

/**
 * What `GET /api/feed` sends, one JSON object per `data:` line. Events say what changed; but for
 * `servers.changed`, which carries its rows, the client then asks for what it shows. Like `busEvent` it is
 * made when something is first checked with it, which a site with SQLite never does.
 */
export const feedEvent = z.lazy(() =>
  z.discriminatedUnion("type", [
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
  ]),
);
export type FeedEvent = z.infer<typeof feedEvent>;

/**
 * What a transaction publishes and instances tell each other. Ids only: a PostgreSQL
 * notification carries at most 8,000 bytes. `keys: null` means "too many to name, read all".
 */
export const busEvent = z.lazy(() =>
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("servers.changed"), keys: z.nullable(z.array(z.string())) }),
    /** `sessionId: null` means several of this user's: which of them hold is asked again. */
    z.object({
      type: z.literal("session.ended"),
      userId: z.string(),
      sessionId: z.nullable(z.string()),
    }),
    z.object({ type: z.literal("account.changed"), userId: z.string() }),
    /** `userIds`: who is or was on the ticket. Admins hear of every ticket. */
    z.object({
      type: z.literal("ticket.changed"),
      ticketId: z.int(),
      userIds: z.array(z.string()),
    }),
    z.object({
      type: z.literal("message.added"),
      ticketId: z.int(),
      messageId: z.int(),
      userIds: z.array(z.string()),
    }),
    /** The team alone hears of notes. */
    z.object({ type: z.literal("note.added"), ticketId: z.int(), noteId: z.int() }),
    z.object({ type: z.literal("note.changed"), ticketId: z.int(), noteId: z.int() }),
    z.object({
      type: z.literal("message.changed"),
      ticketId: z.int(),
      messageId: z.int(),
      userIds: z.array(z.string()),
    }),
    /** `readerId`: who has read on. Instances of older builds leave it out. */
    z.object({
      type: z.literal("ticket.seen"),
      ticketId: z.int(),
      readerId: z.optional(z.string()),
      userIds: z.array(z.string()),
    }),
    z.object({
      type: z.literal("ticket.typing"),
      ticketId: z.int(),
      userId: z.string(),
      userIds: z.array(z.string()),
    }),
    z.object({ type: z.literal("replies.changed") }),
    z.object({ type: z.literal("labels.changed") }),
    z.object({
      type: z.literal("ticket.viewed"),
      ticketId: z.int(),
      userId: z.string(),
      is: z.enum(["came", "there", "left"]),
    }),
    /** `userIds: null` means everyone's. More than 150 are told of in several events. */
    z.object({
      type: z.literal("notifications.changed"),
      userIds: z.nullable(z.array(z.string())),
    }),
    z.object({ type: z.literal("news.changed") }),
    z.object({ type: z.literal("calendar.changed") }),
    z.object({ type: z.literal("points.changed"), userId: z.string() }),
    /** `userId: null` where it is nobody's order: Admins hear of every one. */
    z.object({ type: z.literal("orders.changed"), userId: z.nullable(z.string()) }),
    /** Somebody got a strike. */
    z.object({ type: z.literal("strike.issued"), strikeId: z.int(), userId: z.string() }),
    /** A strike was lifted, is appealed, or belongs to somebody else now. */
    z.object({ type: z.literal("strike.changed"), strikeId: z.int(), userId: z.string() }),
    /** A version of the site's document was published. */
    z.object({ type: z.literal("site.published"), versionId: z.int() }),
    /** The site is in maintenance, or no longer. */
    z.object({ type: z.literal("maintenance.changed") }),
  ]),
);
export type BusEvent = z.infer<typeof busEvent>;

/** Events that are worth nothing a moment later: who comes late is not told of them. */
export const PASSING_EVENTS: ReadonlySet<FeedEvent["type"]> = new Set(["ticket.typing"]);
