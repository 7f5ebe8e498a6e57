import { ATTACHMENT_KINDS, ATTACHMENT_STATES } from "#shared/constants/attachments.ts";
import type { Kit } from "./columns.ts";
import type { ticketTables } from "./schema.tickets.ts";

type Ticketed = Pick<ReturnType<typeof ticketTables>, "tickets" | "messages">;

/** Pictures and text files of tickets and messages; the files themselves lie elsewhere. */
export const attachmentTables = (
  kit: Kit,
  uploaderId: () => ReturnType<Kit["text"]>,
  { tickets, messages }: Ticketed,
) => ({
  /** A row is written before its file, and outlives it: no file is ever without one. */
  attachments: kit.table(
    "attachments",
    {
      /** Random. */
      id: kit.text("id").primaryKey(),
      /** Null once they are erased. */
      uploaderId: uploaderId(),
      /** The ticket on which it may be sent, and then is; null for one that was not there yet. */
      ticketId: kit.integer("ticket_id").references(() => tickets.id, { onDelete: "restrict" }),
      /** Null where it was sent with the ticket itself, and until it is sent. */
      messageId: kit.integer("message_id").references(() => messages.id, { onDelete: "restrict" }),
      /** Among those of its message or ticket, from 0. */
      position: kit.integer("position").notNull(),
      kind: kit.choice("kind", ATTACHMENT_KINDS).notNull(),
      state: kit.choice("state", ATTACHMENT_STATES).notNull(),
      /** What its files' names begin with. Random, and told to nobody. */
      key: kit.text("key").notNull(),
      name: kit.text("name").notNull(),
      alt: kit.text("alt").notNull(),
      /** Zero until the file is kept. */
      sizeBytes: kit.integer("size_bytes").notNull(),
      /** Null for a text file, and until the file is kept. */
      width: kit.integer("width"),
      height: kit.integer("height"),
      /** Whether there is a second file for small places. */
      hasSmall: kit.boolean("has_small").notNull(),
      createdAt: kit.time("created_at").notNull(),
    },
    (t) => [
      kit.index("attachments_message").on(t.messageId, t.position),
      kit.index("attachments_ticket").on(t.ticketId, t.id),
      kit.index("attachments_uploader").on(t.uploaderId, t.createdAt),
      kit.index("attachments_state").on(t.state, t.createdAt),
      kit.uniqueIndex("attachments_key").on(t.key),
    ],
  ),
});
