import { and, eq, inArray, or } from "drizzle-orm";
import { type ArchiveRow, namesOf, type Section, walk } from "./page.ts";

const isAboutPeople = (act: string) => act === "assigned" || act === "unassigned";

/** Tickets, points and play. */
export const MEMBER_SECTIONS: readonly Section[] = [
  {
    name: "tickets",
    title: "Tickets",
    about: "Those that you opened, those that you are on, and those that you take care of.",
    refers: ["tickets.created_by", "tickets.assignee_id", "ticket_people.user_id"],
    rows: (given, userId) => {
      const { tables, ...reader } = given;
      const { tickets: t, ticketPeople } = tables;
      const mine = reader
        .select({ id: ticketPeople.ticketId })
        .from(ticketPeople)
        .where(eq(ticketPeople.userId, userId));
      return walk({
        key: { id: t.id },
        ask: async (isAfter, order, limit) => {
          const found = await reader
            .select()
            .from(t)
            .where(
              and(
                or(eq(t.createdBy, userId), eq(t.assigneeId, userId), inArray(t.id, mine)),
                isAfter,
              ),
            )
            .orderBy(...order)
            .limit(limit);
          const people =
            found.length === 0
              ? []
              : await reader
                  .select({ ticketId: ticketPeople.ticketId, userId: ticketPeople.userId })
                  .from(ticketPeople)
                  .where(
                    inArray(
                      ticketPeople.ticketId,
                      found.map(({ id }) => id),
                    ),
                  );
          const ids = [...people.map((person) => person.userId), ...found.map((f) => f.createdBy)];
          const names = await namesOf(given, ids);
          const on = Map.groupBy(people, ({ ticketId }) => ticketId);
          // What the team sorts by is the team's own.
          return found.map(
            ({
              createdBy,
              assigneeId,
              firstAnsweredBy: _firstAnsweredBy,
              priority: _priority,
              lastMessageId: _last,
              ...ticket
            }) => ({
              key: { id: ticket.id },
              row: {
                ...ticket,
                isYoursToAnswer: assigneeId === userId,
                openedBy: createdBy === userId ? "you" : (names.get(createdBy) ?? null),
                people: (on.get(ticket.id) ?? []).map((person) =>
                  person.userId === userId ? "you" : (names.get(person.userId) ?? ""),
                ),
              } satisfies ArchiveRow,
            }),
          );
        },
      });
    },
  },
  {
    name: "messages",
    title: "Messages that you wrote",
    refers: ["messages.author_id"],
    rows: ({ tables: { messages: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                id: t.id,
                ticketId: t.ticketId,
                createdAt: t.createdAt,
                editedAt: t.editedAt,
                removedAt: t.removedAt,
                content: t.content,
                pictures: t.imgUrls,
              },
            })
            .from(t)
            .where(and(eq(t.authorId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "mentions",
    title: "Messages that mention you",
    refers: ["message_mentions.user_id"],
    rows: ({ tables: { messageMentions: t, messages }, ...reader }, userId) =>
      walk({
        key: { messageId: t.messageId },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { messageId: t.messageId },
              row: { ticketId: messages.ticketId, messageId: t.messageId, at: messages.createdAt },
            })
            .from(t)
            .innerJoin(messages, eq(messages.id, t.messageId))
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "readings",
    title: "How far you have read tickets",
    refers: ["ticket_seen.user_id"],
    rows: ({ tables: { ticketSeen: t }, ...reader }, userId) =>
      walk({
        key: { ticketId: t.ticketId },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { ticketId: t.ticketId },
              row: { ticketId: t.ticketId, messageId: t.messageId, at: t.at },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "ticketActs",
    title: "What you did on tickets",
    refers: ["ticket_entries.actor_id"],
    rows: (given, userId) => {
      const { tables, ...reader } = given;
      const { ticketEntries: t } = tables;
      return walk({
        key: { id: t.id },
        ask: async (isAfter, order, limit) => {
          const found = await reader
            .select()
            .from(t)
            .where(and(eq(t.actorId, userId), isAfter))
            .orderBy(...order)
            .limit(limit);
          const ids = found.flatMap(({ act, details }) => (isAboutPeople(act) ? details : []));
          const names = await namesOf(given, ids);
          return found.map(({ id, ticketId, act, at, details }) => ({
            key: { id },
            row: {
              ticketId,
              act,
              at,
              details: isAboutPeople(act)
                ? details.map((one) => (one === userId ? "you" : (names.get(one) ?? "")))
                : details,
            },
          }));
        },
      });
    },
  },
  {
    name: "points",
    title: "Points",
    about: "Every line of your statement, with the balance after it.",
    refers: ["point_entries.user_id"],
    rows: ({ tables: { pointEntries: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                id: t.id,
                at: t.at,
                kind: t.kind,
                delta: t.delta,
                balance: t.balance,
                reason: t.reason,
                game: t.game,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "tiers",
    title: "Tiers",
    refers: ["memberships.user_id"],
    rows: ({ tables: { memberships: t }, ...reader }, userId) =>
      walk({
        key: { tier: t.tier },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { tier: t.tier },
              row: { tier: t.tier, endsAt: t.endsAt, givenUntil: t.givenUntil },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "presence",
    title: "When you played, in the last two days",
    refers: ["presence.user_id"],
    rows: ({ tables: { presence: t }, ...reader }, userId) =>
      walk({
        key: { quarter: t.quarter },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { quarter: t.quarter },
              row: {
                quarter: t.quarter,
                game: t.game,
                points: t.points,
                isCredited: t.isCredited,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "playWeeks",
    title: "How long you played in each week",
    about: "In quarters of an hour.",
    refers: ["play_weeks.user_id"],
    rows: ({ tables: { playWeeks: t }, ...reader }, userId) => {
      const key = { week: t.week, game: t.game, server: t.server };
      return walk({
        key,
        ask: (isAfter, order, limit) =>
          reader
            .select({ key, row: { ...key, quarters: t.quarters, points: t.points } })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      });
    },
  },
  {
    name: "deliveries",
    title: "What game servers hand out to you",
    refers: ["deliveries.user_id"],
    rows: ({ tables: { deliveries: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                game: t.game,
                server: t.server,
                payload: t.payload,
                createdAt: t.createdAt,
                isDone: t.isDone,
                acknowledgedAt: t.acknowledgedAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];
