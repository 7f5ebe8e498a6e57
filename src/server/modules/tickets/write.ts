import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { sendAttachments } from "#server/modules/attachments/index.ts";
import { teamPermissions, worksOn } from "#server/modules/desk/index.ts";
import { notifyTeamOfTicket } from "#server/modules/notifications/index.ts";
import { assertNotStruck, linkAppeal } from "#server/modules/strikes/index.ts";
import { announce } from "#server/modules/webhooks/index.ts";
import { once } from "#server/store/idempotency.ts";
import { one } from "#server/store/store.ts";
import {
  type EditedPart,
  shownValue,
  TICKET_FIELD_SPECS,
  TICKET_FIELDS,
  type TicketField,
  type TicketFieldSpec,
  type TicketFieldValues,
  ticketValues,
} from "#shared/constants/tickets.ts";
import type { NewTicket, Ticket, TicketEdit } from "#shared/schemas/tickets.ts";
import { TICKET_NOTIFICATIONS, TICKETS } from "#shared/ticket-messages.ts";
import { WEBHOOK_TELLS } from "#shared/webhook-messages.ts";
import {
  countChange,
  findTicket,
  peopleIdsOf,
  showTicket,
  type TicketRow,
  writeEntry,
} from "./load.ts";
import { changeTicket, noteAdminActs } from "./move.ts";
import { answersOf, assertCategory, isServer } from "./options.ts";
import { assertChoosable, assign, isOfTeam, unassign } from "./people.ts";
import { addSearchTerms, updateSearchTerms } from "./search-terms.ts";

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

/** @throws {AppError} where the ticket is not the actor's to edit, or not as they know it. */
const assertEditable = (
  { actor }: MemberCtx,
  ticket: TicketRow,
  people: ReadonlySet<string>,
  { updatedAt }: TicketEdit,
): void => {
  if (!people.has(actor.userId)) throw new AppError("forbidden", TICKETS.mayNotEdit);
  if (ticket.status === "closed") throw new AppError("conflict", TICKETS.closedForEdit);
  if (typeof updatedAt !== "string") return;
  if (new Date(updatedAt).getTime() !== ticket.updatedAt.getTime())
    throw new AppError("changed_meanwhile", TICKETS.changedMeanwhile);
};

/** Who joins and who leaves, where the actor may decide that. The creator never leaves. */
const changesOfPeople = async (
  tx: MemberTx,
  ticket: TicketRow,
  people: ReadonlySet<string>,
  wanted: TicketEdit["assignedUserIds"],
) => {
  const chosen = new Set([ticket.createdBy, ...(wanted ?? people)]);
  const joining = [...chosen.difference(people)];
  const leaving = [...people.difference(chosen)];
  if (joining.length + leaving.length > 0) {
    const mayAssign = worksOn(tx, ticket) || tx.actor.userId === ticket.createdBy;
    if (!mayAssign) throw new AppError("forbidden", TICKETS.mayNotAssign);
    await assertChoosable(tx, chosen, people);
  }
  return { joining, leaving };
};

/**
 * A category or server that is no longer configured stays allowed on the ticket that has it. Out of a category
 * that not all of the team see a ticket is moved by those alone who do: what the team noted on it goes along.
 */
const assertOptions = (ctx: MemberCtx, old: TicketRow, input: TicketEdit): void => {
  if (input.category !== old.category) {
    const isRestricted = teamPermissions(ctx, old.category).length > 1;
    if (isRestricted && !worksOn(ctx, old)) throw new AppError("forbidden", TICKETS.categoryStays);
    assertCategory(ctx, input);
  }
  const isSame = input.game === old.game && input.server === old.server;
  if (!isSame && !isServer(ctx, input)) throw wrongInput(TICKETS.unknownServer, ["server"]);
};

/**
 * Changes an open ticket, and who is on it. Only those who are on it may, Admins included; only its
 * creator and Admins may change who that is [TICK-04]. Nothing is written where nothing differs.
 * @throws {AppError} `not_found`, `forbidden`, `conflict` where it is closed, `changed_meanwhile`
 *   where it is no longer as the caller knows it, `strike` where one keeps from writing, `bad_request` for an unknown category or
 *   server, for answers that do not fit the questions of the category, and for people
 *   whom they may not see.
 */
export const editTicket = async (ctx: MemberCtx, input: TicketEdit): Promise<Ticket> => {
  const { id } = input;
  return ctx.write(async (tx) => {
    const old = await findTicket(tx, id);
    const people = new Set(await peopleIdsOf(tx, id));
    assertEditable(ctx, old, people, input);
    const { joining, leaving } = await changesOfPeople(tx, old, people, input.assignedUserIds);
    assertOptions(ctx, old, input);
    const now = ticketValues(input, old);
    const fields = TICKET_FIELDS.filter((field) => now[field] !== old[field]);
    const answers = answersAfter(tx, old, input);
    const edited: EditedPart[] = isSameAnswers(answers, old.answers)
      ? fields
      : [...fields, "answers"];
    if (edited.length + joining.length + leaving.length === 0) return showTicket(tx, id);
    if (edited.length > 0) await assertNotStruck(tx, { act: "writing", ticketId: id });
    await auditEdit(tx, old, now, { edited, joining, leaving });
    await countChange(tx);
    const assigneeId = await assigneeAfter(tx, old, now.category, leaving);
    await changeTicket(tx, old, { ...now, answers, assigneeId });
    if (edited.length > 0) await writeEntry(tx, id, { act: "edited", details: edited });
    if (fields.includes("subject") || fields.includes("description"))
      await updateSearchTerms(tx, old, {
        was: `${old.subject}\n${old.description}`,
        now: `${now.subject}\n${now.description}`,
      });
    await unassign(tx, old, leaving);
    await assign(tx, { ...old, subject: now.subject }, joining);
    tx.publish({ type: "ticket.changed", ticketId: id, userIds: [...people, ...joining] });
    return showTicket(tx, id);
  });
};

/** Who takes care of it still: nobody who leaves it, or may not see the category as one of the team. */
const assigneeAfter = async (
  tx: MemberTx,
  { assigneeId, category: old }: TicketRow,
  category: string,
  leaving: readonly string[],
): Promise<string | null> => {
  if (assigneeId === null || leaving.includes(assigneeId)) return null;
  return category === old || (await isOfTeam(tx, assigneeId, category)) ? assigneeId : null;
};

/** Answers that were not sent again stay, whatever is asked by now, unless the category is another one. */
const answersAfter = (tx: MemberTx, old: TicketRow, input: TicketEdit): TicketRow["answers"] => {
  const isAnswered = input.answers !== undefined && input.answers !== null;
  return isAnswered || input.category !== old.category ? answersOf(tx, input) : old.answers;
};

const isSameAnswers = (a: TicketRow["answers"], b: TicketRow["answers"]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

type Changed = {
  edited: readonly EditedPart[];
  joining: readonly string[];
  leaving: readonly string[];
};

/** Writes an Admin's edit of somebody else's ticket into the audit, in the caller's transaction. */
const auditEdit = async (
  tx: MemberTx,
  old: TicketRow,
  now: TicketFieldValues,
  { edited, joining, leaving }: Changed,
): Promise<void> => {
  const ticketId = old.id;
  const fields = edited.filter((part) => part !== "answers");
  const audited = (how: TicketFieldSpec["audited"]) =>
    fields.filter((field) => TICKET_FIELD_SPECS[field].audited === how);
  const chosen = audited("value");
  const rewritten = [...audited("rewritten"), ...edited.filter((part) => part === "answers")];
  const entry = {
    action: "ticket.edited",
    before: Object.fromEntries(chosen.map((field) => [field, old[field]])),
    after: {
      ticketId,
      ...Object.fromEntries(chosen.map((field) => [field, now[field]])),
      ...(rewritten.length > 0 && { rewritten: rewritten.join(" ") }),
    },
  } as const;
  const after = { ticketId };
  await noteAdminActs(tx, old, [
    ...(edited.length > 0 ? [entry] : []),
    ...leaving.map((subject) => ({ action: "ticket.unassigned", subject, after }) as const),
    ...joining.map((subject) => ({ action: "ticket.assigned", subject, after }) as const),
  ]);
};
