import type { $Type, HasDefault, NotNull } from "drizzle-orm";
import {
  type OptionalTicketField,
  TICKET_ACTS,
  TICKET_STATUSES,
  type TicketField,
  type TicketFieldValues,
  byTicketField,
  choicesOf,
  specOf,
} from "#shared/constants/tickets.ts";
import type { Kit } from "./columns.ts";

/** The id of a user, who cannot be removed while the row is there. */
type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

type FieldColumn<Field extends TicketField> = NotNull<
  $Type<ReturnType<Kit["text"]>, TicketFieldValues[Field]>
>;
type FieldColumns = {
  [Field in TicketField]: Field extends OptionalTicketField
    ? HasDefault<FieldColumn<Field>>
    : FieldColumn<Field>;
};

/** The column of each field; game and server by the names they had when the ticket was written. */
const fieldColumns = (kit: Kit) =>
  byTicketField<FieldColumns>((field) => {
    const spec = specOf(field);
    const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const column = spec.input === "choice" ? kit.choice(name, choicesOf(spec)) : kit.text(name);
    const filled = column.notNull();
    return (spec.missing === null ? filled.default("") : filled) as FieldColumns[TicketField];
  });

/** Tickets, who is on them, what was said and what happened. */
export const ticketTables = (kit: Kit, userId: UserId) => {
  const tickets = kit.table(
    "tickets",
    {
      id: kit.id("id"),
      ...fieldColumns(kit),
      status: kit.choice("status", TICKET_STATUSES).notNull(),
      createdBy: userId("created_by"),
      createdAt: kit.time("created_at").notNull(),
      updatedAt: kit.time("updated_at").notNull(),
    },
    (t) => [
      kit.index("tickets_status").on(t.status, t.id),
      kit.index("tickets_game").on(t.status, t.game, t.id),
      kit.index("tickets_category").on(t.status, t.category, t.id),
    ],
  );
  const ticketId = () =>
    kit
      .integer("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "restrict" });
  return {
    tickets,
    /** Who is on a ticket, its creator among them, with its status: "my tickets" in one index. */
    ticketPeople: kit.table(
      "ticket_people",
      {
        ticketId: ticketId(),
        userId: userId("user_id"),
        status: kit.choice("status", TICKET_STATUSES).notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.ticketId, t.userId] }),
        kit.index("ticket_people_mine").on(t.userId, t.status, t.ticketId),
      ],
    ),
    /** What a ticket is found by: the words of its subject. */
    ticketSearchTerms: kit.table(
      "ticket_search_terms",
      { term: kit.text("term").notNull(), ticketId: ticketId() },
      (t) => [
        kit.primaryKey({ columns: [t.term, t.ticketId] }),
        kit.index("ticket_search_terms_ticket").on(t.ticketId, t.term),
      ],
    ),
    ticketEntries: kit.table(
      "ticket_entries",
      {
        id: kit.id("id"),
        ticketId: ticketId(),
        act: kit.choice("act", TICKET_ACTS).notNull(),
        actorId: userId("actor_id"),
        at: kit.time("at").notNull(),
        /** Which fields were edited, or the ids of those whom it is about. */
        details: kit.json("details").$type<readonly string[]>().notNull(),
      },
      (t) => [kit.index("ticket_entries_ticket").on(t.ticketId, t.id)],
    ),
    messages: kit.table(
      "messages",
      {
        id: kit.id("id"),
        ticketId: ticketId(),
        authorId: userId("author_id"),
        content: kit.text("content").notNull(),
        imgUrls: kit.json("img_urls").$type<readonly string[]>().notNull(),
        createdAt: kit.time("created_at").notNull(),
      },
      (t) => [kit.index("messages_ticket").on(t.ticketId, t.id)],
    ),
  };
};
