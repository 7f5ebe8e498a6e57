import type { Kit } from "./columns.ts";
import type { ticketTables } from "./schema.tickets.ts";

type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

/** What the team writes for itself. A table of its own: nothing that reads messages can show a note. */
export const noteTables = (
  kit: Kit,
  userId: UserId,
  { tickets }: Pick<ReturnType<typeof ticketTables>, "tickets">,
) => ({
  ticketNotes: kit.table(
    "ticket_notes",
    {
      id: kit.id("id"),
      ticketId: kit
        .integer("ticket_id")
        .notNull()
        .references(() => tickets.id, { onDelete: "restrict" }),
      authorId: userId("author_id"),
      content: kit.text("content").notNull(),
      createdAt: kit.time("created_at").notNull(),
      /** Null: it says what it said at first. */
      editedAt: kit.time("edited_at"),
    },
    (t) => [
      kit.index("ticket_notes_ticket").on(t.ticketId, t.id),
      kit.index("ticket_notes_author").on(t.authorId, t.id),
    ],
  ),
  /** Replies that the team has written before. */
  savedReplies: kit.table(
    "saved_replies",
    {
      id: kit.id("id"),
      /** Whose it is alone; null where the team shares it. */
      ownerId: kit.text("owner_id"),
      title: kit.text("title").notNull(),
      text: kit.text("text").notNull(),
      /** Rises with each change. */
      revision: kit.integer("revision").notNull(),
      updatedAt: kit.time("updated_at").notNull(),
    },
    (t) => [kit.index("saved_replies_owner").on(t.ownerId, t.id)],
  ),
  /** When somebody has used a saved reply last. */
  savedReplyUses: kit.table(
    "saved_reply_uses",
    {
      userId: userId("user_id"),
      replyId: kit.integer("reply_id").notNull(),
      usedAt: kit.time("used_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.userId, t.replyId] }),
      kit.index("saved_reply_uses_reply").on(t.replyId),
    ],
  ),
});
