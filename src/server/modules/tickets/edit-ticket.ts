import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/store/store.ts";
import { TICKET_FIELDS } from "#shared/constants/tickets.ts";
import { TICKETS } from "#shared/messages.ts";
import type { Ticket, TicketEdit } from "#shared/schemas/tickets.ts";
import { auditEdit } from "./audit-edit.ts";
import { changeTicket } from "./change.ts";
import { countChange, writeEntry } from "./history.ts";
import { findTicket, peopleIdsOf, showTicket, type TicketRow } from "./load.ts";
import { assertChoosable, assign, unassign } from "./people.ts";
import { isServer } from "./servers.ts";
import { writeWords } from "./write-words.ts";

/** @throws {AppError} where the ticket is not the actor's to edit, or not as they know it. */
const assertEditable = (
  { actor }: MemberContext,
  ticket: TicketRow,
  people: ReadonlySet<string>,
  { updatedAt }: TicketEdit,
): void => {
  if (!people.has(actor.userId)) throw new AppError("forbidden", TICKETS.mayNotEdit);
  if (ticket.status === "closed") throw new AppError("conflict", TICKETS.closedForEdit);
  if (typeof updatedAt !== "string") return;
  if (new Date(updatedAt).getTime() !== ticket.updatedAt.getTime())
    throw new AppError("conflict", TICKETS.changedMeanwhile);
};

/** Who joins and who leaves, where the actor may decide that. The creator never leaves. */
const changesOfPeople = async (
  ctx: MemberContext,
  tx: Tx,
  { createdBy }: TicketRow,
  people: ReadonlySet<string>,
  wanted: TicketEdit["assignedUserIds"],
) => {
  const chosen = new Set([createdBy, ...(wanted ?? people)]);
  const joining = [...chosen.difference(people)];
  const leaving = [...people.difference(chosen)];
  if (joining.length + leaving.length > 0) {
    const mayAssign = ctx.actor.role === "Admin" || ctx.actor.userId === createdBy;
    if (!mayAssign) throw new AppError("forbidden", TICKETS.mayNotAssign);
    await assertChoosable(ctx, tx, chosen, people);
  }
  return { joining, leaving };
};

/** A server that is no longer configured stays allowed on the ticket that has it. */
const assertServer = (ctx: MemberContext, old: TicketRow, input: TicketEdit): void => {
  const isSame = input.game === old.game && input.server === old.server;
  if (!isSame && !isServer(ctx, input)) throw new AppError("bad_request", TICKETS.unknownServer);
};

/**
 * Changes an open ticket, and who is on it. Only those who are on it may, Admins included; only its
 * creator and Admins may change who that is (facts §4). Nothing is written where nothing differs.
 * @throws {AppError} `not_found`, `forbidden`, `conflict` where it is closed or no longer as the
 *   caller knows it, `bad_request` for an unknown server and for people whom they may not see.
 */
export const editTicket = async (ctx: MemberContext, input: TicketEdit): Promise<Ticket> => {
  const { store } = ctx;
  const { id } = input;
  return store.write(async (tx) => {
    const old = await findTicket(ctx, tx, id);
    const people = new Set(await peopleIdsOf(store, tx, id));
    assertEditable(ctx, old, people, input);
    const { joining, leaving } = await changesOfPeople(ctx, tx, old, people, input.assignedUserIds);
    assertServer(ctx, old, input);
    const fields = TICKET_FIELDS.filter((field) => input[field] !== old[field]);
    if (fields.length + joining.length + leaving.length === 0) return showTicket(ctx, tx, id);
    await auditEdit(ctx, tx, old, input, { fields, joining, leaving });
    await countChange(ctx, tx);
    const { subject, category, game, server, description } = input;
    await changeTicket(ctx, tx, old, { subject, category, game, server, description });
    if (fields.length > 0) await writeEntry(ctx, tx, id, { act: "edited", details: fields });
    if (fields.includes("subject")) await writeWords(store, tx, id, subject);
    await unassign(ctx, tx, old, leaving);
    await assign(ctx, tx, { ...old, subject }, joining);
    tx.publish({ type: "ticket.changed", ticketId: id, userIds: [...people, ...joining] });
    return showTicket(ctx, tx, id);
  });
};
