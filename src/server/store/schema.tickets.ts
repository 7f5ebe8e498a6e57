import { type $Type, type HasDefault, isNotNull, type NotNull } from "drizzle-orm";
import type { TicketAnswer } from "#shared/constants/desk.ts";
import { LABEL_COLOURS, PRIORITY_RANKS } from "#shared/constants/queue.ts";
import {
  byTicketField,
  choicesOf,
  type OptionalTicketField,
  specOf,
  TICKET_ACTS,
  TICKET_STATUSES,
  type TicketField,
  type TicketFieldValues,
} from "#shared/constants/tickets.ts";
import { ATTACHMENT_KINDS, ATTACHMENT_STATES } from "#shared/constants/uploads.ts";
import type { Kit } from "./columns.ts";

type NobodyId = (name: string) => ReturnType<Kit["text"]>;

/** What weeks of the support desk that are over came to, so that nobody adds them up again. */
export const deskFigureTables = (kit: Kit, nobody: NobodyId) => ({
  /** What a week came to in a category, by a helper. */
  ticketFigures: kit.table(
    "ticket_figures",
    {
      id: kit.id("id"),
      /** Its Monday, where the community is: "2026-11-23". */
      week: kit.text("week").notNull(),
      category: kit.text("category").notNull(),
      /** Who of the team; null for what nobody had taken care of. */
      helperId: nobody("helper_id"),
      opened: kit.integer("opened").notNull(),
      closed: kit.integer("closed").notNull(),
      /** How long each took, in seconds, the shortest first: to the first answer, and to the solution. */
      answerSeconds: kit.json("answer_seconds").$type<readonly number[]>().notNull(),
      solutionSeconds: kit.json("solution_seconds").$type<readonly number[]>().notNull(),
      /** How many players said that it was solved, and that it was not. */
      solved: kit.integer("solved").notNull(),
      unsolved: kit.integer("unsolved").notNull(),
    },
    (t) => [
      kit.index("ticket_figures_week").on(t.week),
      kit.index("ticket_figures_helper").on(t.helperId),
    ],
  ),
});

/** The id of a user, who cannot be removed while the row is there. */
type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

type TicketId = () => ReturnType<ReturnType<Kit["integer"]>["notNull"]>;

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

/** What the team sorts tickets by. Colours are named; how they look is the site's affair. */
const labelTables = (kit: Kit, ticketId: TicketId) => {
  const labels = kit.table(
    "labels",
    {
      id: kit.id("id"),
      name: kit.text("name").notNull(),
      /** The name without case and accents: no two labels have the same. */
      nameKey: kit.text("name_key").notNull(),
      colour: kit.choice("colour", LABEL_COLOURS).notNull(),
      createdAt: kit.time("created_at").notNull(),
    },
    (t) => [kit.uniqueIndex("labels_name").on(t.nameKey)],
  );
  return {
    labels,
    ticketLabels: kit.table(
      "ticket_labels",
      {
        ticketId: ticketId(),
        labelId: kit
          .integer("label_id")
          .notNull()
          .references(() => labels.id, { onDelete: "restrict" }),
      },
      (t) => [
        kit.primaryKey({ columns: [t.ticketId, t.labelId] }),
        kit.index("ticket_labels_label").on(t.labelId, t.ticketId),
      ],
    ),
  };
};

/** Tickets, who is on them, what was said and what happened. */
export const ticketTables = (kit: Kit, userId: UserId, nobody: NobodyId) => {
  const tickets = kit.table(
    "tickets",
    {
      id: kit.id("id"),
      ...fieldColumns(kit),
      status: kit.choice("status", TICKET_STATUSES).notNull(),
      createdBy: userId("created_by"),
      createdAt: kit.time("created_at").notNull(),
      updatedAt: kit.time("updated_at").notNull(),
      /** Since when it waits for the team; null where an Admin has written the last message. */
      waitingSince: kit.time("waiting_since"),
      /** Since when it waits for its people: when the team answered them; null while it waits for the team. */
      answeredAt: kit.time("answered_at"),
      /** Since when nobody at all has written on it: when the team wrote last; null while it waits for the team. */
      quietSince: kit.time("quiet_since"),
      /** When it was closed last; null while it is open. */
      closedAt: kit.time("closed_at"),
      /** What whoever closed it said: whether it was solved, and a word on it; null where they did not say. */
      solved: kit.boolean("solved"),
      solvedWord: kit.text("solved_word"),
      /** Whether the team said so, which tells nothing of how content somebody is; null where nobody said it. */
      solvedByTeam: kit.boolean("solved_by_team"),
      /** Whether it was closed since nobody answered; null while it is open. */
      closedBySilence: kit.boolean("closed_by_silence"),
      /** The number of the ticket that it was merged into, where it goes on; null where it was not. */
      mergedInto: kit.integer("merged_into"),
      /** Who of the team takes care of it; null while nobody does. */
      assigneeId: nobody("assignee_id"),
      /** The place among the priorities, the most urgent first. */
      priority: kit.integer("priority").notNull().default(PRIORITY_RANKS.normal),
      /**
       * Up to this message, and with subject and description, it is found by its words; 0 where nothing
       * has been said, -1 where nothing has been looked at yet.
       */
      lastMessageId: kit.integer("last_message_id").notNull().default(-1),
      /** To the questions of its category, as they were asked; null for none. */
      answers: kit.json("answers").$type<readonly TicketAnswer[]>(),
      /** When somebody of the team first wrote on it. */
      firstAnsweredAt: kit.time("first_answered_at"),
      /** Who that was; null until then, and where it is not known any more. */
      firstAnsweredBy: nobody("first_answered_by"),
      /** Until when the team means to answer; null while it need not, or where there is no target. */
      dueAt: kit.time("due_at"),
      /** When the team was warned of that, and when it was found to have passed; null before. */
      dueWarnedAt: kit.time("due_warned_at"),
      overdueAt: kit.time("overdue_at"),
      /** When they were warned that it will be closed; null before. */
      quietWarnedAt: kit.time("quiet_warned_at"),
    },
    (t) => [
      kit.index("tickets_status").on(t.status, t.id),
      kit.index("tickets_waiting").on(t.status, t.waitingSince, t.id),
      kit.index("tickets_game").on(t.status, t.game, t.id),
      kit.index("tickets_category").on(t.status, t.category, t.id),
      kit.index("tickets_due").on(t.status, t.dueAt, t.id),
      kit.index("tickets_quiet").on(t.status, t.quietSince, t.id),
      kit.index("tickets_creator").on(t.createdBy, t.id),
      kit.index("tickets_priority").on(t.status, t.priority, t.id),
      kit.index("tickets_waiting_id").on(t.status, t.id).where(isNotNull(t.waitingSince)),
      kit
        .index("tickets_waiting_priority")
        .on(t.status, t.priority, t.id)
        .where(isNotNull(t.waitingSince)),
      kit.index("tickets_created").on(t.createdAt),
      kit.index("tickets_first_answered").on(t.firstAnsweredAt),
      kit.index("tickets_first_answerer").on(t.firstAnsweredBy),
      kit.index("tickets_closed").on(t.closedAt),
      kit.index("tickets_merged").on(t.mergedInto).where(isNotNull(t.mergedInto)),
      kit.index("tickets_words").on(t.closedAt).where(isNotNull(t.solvedWord)),
      kit.index("tickets_assignee").on(t.assigneeId, t.status, t.id),
      kit.index("tickets_assignee_waiting").on(t.assigneeId, t.status, t.waitingSince, t.id),
      kit.index("tickets_assignee_priority").on(t.assigneeId, t.status, t.priority, t.id),
    ],
  );
  const ticketId = () =>
    kit
      .integer("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "restrict" });
  const messages = kit.table(
    "messages",
    {
      id: kit.id("id"),
      ticketId: ticketId(),
      authorId: userId("author_id"),
      /** As it was typed; empty once its author has removed it. */
      content: kit.text("content").notNull(),
      /** The same with its Markdown rendered; null for those from before there was any. */
      html: kit.text("html"),
      imgUrls: kit.json("img_urls").$type<readonly string[]>().notNull(),
      createdAt: kit.time("created_at").notNull(),
      editedAt: kit.time("edited_at"),
      removedAt: kit.time("removed_at"),
    },
    (t) => [
      kit.index("messages_ticket").on(t.ticketId, t.id),
      kit.index("messages_author").on(t.authorId, t.id),
    ],
  );
  const messageId = () =>
    kit
      .integer("message_id")
      .notNull()
      .references(() => messages.id, { onDelete: "restrict" });
  return {
    tickets,
    ...labelTables(kit, ticketId),
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
    /** What a ticket is found by: the words of its subject, its description and its messages. */
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
      (t) => [
        kit.index("ticket_entries_ticket").on(t.ticketId, t.id),
        kit.index("ticket_entries_actor").on(t.actorId, t.id),
      ],
    ),
    messages,
    /** Who is mentioned in a message. */
    messageMentions: kit.table(
      "message_mentions",
      { messageId: messageId(), userId: userId("user_id") },
      (t) => [
        kit.primaryKey({ columns: [t.messageId, t.userId] }),
        kit.index("message_mentions_user").on(t.userId, t.messageId),
      ],
    ),
    /** Up to which message somebody has read a ticket, and since when. */
    ticketSeen: kit.table(
      "ticket_seen",
      {
        ticketId: ticketId(),
        userId: userId("user_id"),
        messageId: messageId(),
        at: kit.time("at").notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.ticketId, t.userId] }),
        kit.index("ticket_seen_user").on(t.userId, t.ticketId),
      ],
    ),
  };
};

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
