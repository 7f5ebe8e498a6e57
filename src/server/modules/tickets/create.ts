import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { wrongInput } from "#server/core/errors.ts";
import { sendAttachments } from "#server/modules/attachments/index.ts";
import { teamPermissions } from "#server/modules/desk/index.ts";
import { notifyTeamOfTicket } from "#server/modules/notifications/index.ts";
import { assertNotStruck, linkAppeal } from "#server/modules/strikes/index.ts";
import { announce } from "#server/modules/webhooks/index.ts";
import { once } from "#server/store/idempotency.ts";
import { one } from "#server/store/one.ts";
import { ticketValues, shownValue, type TicketField } from "#shared/constants/tickets.ts";
import type { NewTicket, Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS, TICKET_NOTIFICATIONS } from "#shared/ticket-messages.ts";
import { WEBHOOK_TELLS } from "#shared/webhook-messages.ts";
import { answersOf } from "./answers.ts";
import { writeEntry } from "./history.ts";
import { showTicket, type TicketRow } from "./load.ts";
import { assertCategory, isServer } from "./options.ts";
import { assertChoosable, assign } from "./people.ts";
import { addSearchTerms } from "./search-terms.ts";

/**
 * Tells the team of a new ticket, unless the community has switched that off, in the caller's transaction
 * [DESK-01].
 * @param people who is on it: they know of it already.
 */
const tellTeam = async (
  tx: MemberTx,
  { id, subject, category }: Pick<TicketRow, "id" | "subject" | "category">,
  people: ReadonlySet<string>,
): Promise<void> => {
  const { tickets } = tx.config.community;
  if (!tickets.notifyTeam) return;
  await notifyTeamOfTicket(tx, teamPermissions(tx, category), {
    kind: "ticket",
    ...TICKET_NOTIFICATIONS.opened(id, subject, shownValue(tickets, "category", category)),
    ticketId: id,
    createdBy: tx.actor.userId,
    except: people,
  });
};

/**
 * Has webhooks told of a new ticket, in the caller's transaction: its number, subject and what it is about. Of one
 * that only part of the team may see the number alone is told: who reads a channel is not ours to say.
 */
const announceTicket = async (
  tx: MemberTx,
  { id, subject, category, game, server }: Pick<TicketRow, "id" | TicketField>,
): Promise<void> => {
  const { tickets } = tx.config.community;
  const isForAll = teamPermissions(tx, category).every((permission) => permission === "tickets");
  const path = `/member/tickets/ticket/${id}`;
  await announce(
    tx,
    "ticket.created",
    isForAll
      ? {
          title: WEBHOOK_TELLS.ticketCreated(id, subject),
          text: WEBHOOK_TELLS.ticketFacts([
            shownValue(tickets, "category", category),
            shownValue(tickets, "game", game),
            server,
          ]),
          path,
          data: { ticketId: id, category, game, server },
        }
      : {
          title: WEBHOOK_TELLS.ticketCreated(id, null),
          text: WEBHOOK_TELLS.ticketKept,
          path,
          data: { ticketId: id },
        },
  );
};

/** @returns the id of the new ticket. */
const open = async (tx: MemberTx, input: NewTicket): Promise<number> => {
  const { clock, actor } = tx;
  const { tickets, ticketPeople } = tx.tables;
  const fields = ticketValues(input);
  const { subject } = fields;
  const me = actor.userId;
  const people = new Set([me, ...(input.assignedUserIds ?? [])]);
  await assertChoosable(tx, people, new Set([me]));
  const { appealOf } = input;
  if (appealOf === undefined) await assertNotStruck(tx, { act: "writing" });
  await tx.count("ticketsByMember", me);
  const now = clock.now();
  const status = "Open";
  const { id } = one(
    await tx
      .insert(tickets)
      .values({
        ...fields,
        answers: answersOf(tx, input),
        status,
        createdBy: me,
        createdAt: now,
        updatedAt: now,
        waitingSince: now,
        lastMessageId: 0,
      })
      .returning({ id: tickets.id }),
  );
  await tx.insert(ticketPeople).values({ ticketId: id, userId: me, status });
  if (appealOf !== undefined) await linkAppeal(tx, { strikeId: appealOf, ticketId: id });
  await sendAttachments(tx, input.attachmentIds ?? [], { ticketId: id, messageId: null });
  await addSearchTerms(tx, id, `${subject} ${fields.description}`);
  await writeEntry(tx, id, { act: "opened" });
  const others = [...people].filter((userId) => userId !== me);
  await assign(tx, { id, subject, status }, others);
  await tellTeam(tx, { id, subject, category: fields.category }, people);
  await announceTicket(tx, { id, ...fields });
  tx.publish({ type: "ticket.changed", ticketId: id, userIds: [...people] });
  return id;
};

/**
 * Opens a ticket. Whoever asks is its creator, and always on it. With an idempotency key it is opened
 * once.
 * @throws {AppError} `bad_request` for a category or server that is not among the options, for
 *   answers that do not fit the questions of the category or are missing, for people whom
 *   the caller may not see, and for attachments that are not theirs to send; `strike` where one keeps from
 *   writing, unless it is an appeal; `not_found` and `conflict` for a strike that cannot be appealed;
 *   `too_many_requests` [LIMIT-08].
 */
export const createTicket = async (ctx: MemberCtx, input: NewTicket): Promise<Ticket> => {
  const { actor } = ctx;
  assertCategory(ctx, input);
  if (!isServer(ctx, input)) throw wrongInput(TICKETS.unknownServer, ["server"]);
  answersOf(ctx, input);
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `ticket:${idempotencyKey}`;
  return ctx.write(async (tx) => {
    const request = { actor: actor.userId, key, content: JSON.stringify(input) };
    const id = await once(tx, request, () => open(tx, input));
    return showTicket(tx, id);
  });
};
