import { z } from "zod/mini";

/**
 * What a transaction publishes and instances tell each other. Ids only: a PostgreSQL
 * notification carries at most 8,000 bytes. `keys: null` means "too many to name, read all".
 * Made when something is first checked with it, which a site with SQLite never does.
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
