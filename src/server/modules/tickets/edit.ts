import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { teamPermissions, worksOn } from "#server/modules/desk/index.ts";
import { assertNotStruck } from "#server/modules/strikes/index.ts";
import {
  TICKET_FIELDS,
  ticketValues,
  TICKET_FIELD_SPECS,
  type EditedPart,
  type TicketFieldSpec,
  type TicketFieldValues,
} from "#shared/constants/tickets.ts";
import type { Ticket, TicketEdit } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { noteAdminActs } from "./admin-act.ts";
import { answersOf } from "./answers.ts";
import { countChange, writeEntry } from "./history.ts";
import { type TicketRow, findTicket, peopleIdsOf, showTicket } from "./load.ts";
import { changeTicket } from "./move.ts";
import { assertCategory, isServer } from "./options.ts";
import { assertChoosable, assign, isOfTeam, unassign } from "./people.ts";
import { updateSearchTerms } from "./search-terms.ts";

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
