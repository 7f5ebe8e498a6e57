import { and, eq, inArray } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import {
  assign,
  changeTicket,
  close,
  findTicket,
  noteAdminActs,
  peopleIdsOf,
  restore,
  setAssignee,
  type TicketRow,
  unassign,
} from "#server/modules/tickets/index.ts";
import {
  PRIORITIES,
  PRIORITY_RANKS,
  QUEUE_CHANGE_MAX,
  TICKET_LABELS_MAX,
} from "#shared/constants/queue.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { QUEUE } from "#shared/queue-messages.ts";
import type { QueueChange, QueueChanged, QueueStep } from "#shared/schemas/queue.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { findHelpers } from "./helpers.ts";
import { labelsOf } from "./show.ts";

/** What one ticket was, where it is something else now. */
type Before = Omit<QueueStep, "ids">;

/**
 * Who takes care of a ticket from now on. They are on it; whoever did so before leaves it, unless they
 * opened it.
 */
const changeAssignee = async (
  tx: MemberTx,
  ticket: TicketRow,
  wanted: string | null,
): Promise<Before> => {
  const { id, assigneeId, createdBy } = ticket;
  const people = await peopleIdsOf(tx, id);
  await setAssignee(tx, id, wanted);
  if (assigneeId !== null && assigneeId !== createdBy && people.includes(assigneeId))
    await unassign(tx, ticket, [assigneeId]);
  if (wanted !== null && !people.includes(wanted)) {
    if (people.length >= TICKET_PEOPLE_MAX)
      throw new AppError("bad_request", TICKETS.tooManyPeople);
    await assign(tx, ticket, [wanted]);
  }
  const after = { ticketId: id };
  await noteAdminActs(tx, ticket, [
    wanted === null
      ? { action: "ticket.unassigned", subject: assigneeId ?? createdBy, after }
      : { action: "ticket.assigned", subject: wanted, after },
  ]);
  return { assigneeId };
};

/** @returns which of the labels it has got, and which it has lost. */
const changeLabels = async (
  tx: MemberTx,
  { id: ticketId }: TicketRow,
  { addLabels = [], removeLabels = [] }: QueueStep,
) => {
  const { ticketLabels } = tx.tables;
  const had = await tx
    .select({ id: ticketLabels.labelId })
    .from(ticketLabels)
    .where(eq(ticketLabels.ticketId, ticketId));
  const before = new Set(had.map(({ id }) => id));
  const lost = [...new Set(removeLabels)].filter((id) => before.has(id));
  const got = [...new Set(addLabels)].filter((id) => !before.has(id) && !lost.includes(id));
  if (before.size + got.length - lost.length > TICKET_LABELS_MAX)
    throw new AppError("bad_request", QUEUE.tooManyOnTicket);
  if (lost.length > 0)
    await tx
      .delete(ticketLabels)
      .where(and(eq(ticketLabels.ticketId, ticketId), inArray(ticketLabels.labelId, lost)));
  if (got.length > 0)
    await tx.insert(ticketLabels).values(got.map((labelId) => ({ ticketId, labelId })));
  return { got, lost };
};

const namesOfLabels = async (tx: MemberTx, ticketId: number): Promise<string> => {
  const labels = await labelsOf(tx, [ticketId]);
  return (labels.get(ticketId) ?? []).map(({ name }) => name).join(", ");
};

/** @returns what it was, in a step that takes the change back; null where nothing differs. */
const changeOne = async (
  tx: MemberTx,
  ticket: TicketRow,
  step: QueueStep,
): Promise<Before | null> => {
  const { status, assigneeId, priority } = step;
  const before: Before = {};
  if (assigneeId !== undefined && assigneeId !== ticket.assigneeId)
    Object.assign(before, await changeAssignee(tx, ticket, assigneeId));
  if (priority !== undefined && PRIORITY_RANKS[priority] !== ticket.priority) {
    await changeTicket(tx, ticket, { priority: PRIORITY_RANKS[priority] });
    before.priority = PRIORITIES[ticket.priority] ?? "normal";
  }
  const { got, lost } = await changeLabels(tx, ticket, step);
  if (got.length > 0) before.removeLabels = got;
  if (lost.length > 0) before.addLabels = lost;
  const isSorted = before.priority !== undefined || got.length + lost.length > 0;
  if (isSorted)
    await noteAdminActs(tx, ticket, [
      {
        action: "ticket.sorted",
        before: before.priority === undefined ? {} : { priority: before.priority },
        after: {
          ticketId: ticket.id,
          ...(before.priority !== undefined && { priority: priority ?? null }),
          ...(got.length + lost.length > 0 && { labels: await namesOfLabels(tx, ticket.id) }),
        },
      },
    ]);
  if (status !== undefined && status !== ticket.status) {
    await (status === "closed" ? close : restore)(tx, ticket);
    before.status = ticket.status;
  }
  return Object.keys(before).length === 0 ? null : before;
};

/** Steps that are alike but for their tickets are one. */
const undoOf = (befores: ReadonlyMap<number, Before>): QueueStep[] => {
  const alike = Map.groupBy(befores, ([, before]) => JSON.stringify(before));
  return [...alike.values()].flatMap((some) => {
    const ids = some.map(([id]) => id);
    return some.slice(0, 1).map(([, before]): QueueStep => Object.assign({ ids }, before));
  });
};

/** @throws {AppError} `bad_request` where somebody cannot take care of tickets, or a label is not there. */
const assertKnown = async (tx: MemberTx, steps: readonly QueueStep[]): Promise<void> => {
  const wanted = new Set(steps.flatMap(({ assigneeId }) => assigneeId ?? []));
  if (wanted.size > 0) {
    const helpers = new Set((await findHelpers(tx)).map(({ id }) => id));
    if (!wanted.isSubsetOf(helpers)) throw new AppError("bad_request", QUEUE.noHelper);
  }
  const asked = new Set(steps.flatMap(({ addLabels = [] }) => addLabels));
  if (asked.size === 0) return;
  const { labels } = tx.tables;
  const found = await tx
    .select({ id: labels.id })
    .from(labels)
    .where(inArray(labels.id, [...asked]));
  if (found.length < asked.size) throw new AppError("bad_request", QUEUE.noLabel);
};

/**
 * Closes, restores, assigns, labels or ranks up to a hundred tickets in one transaction [QUEUE-04].
 * What a ticket is already is passed over.
 * @returns how many are other than they were, and the steps that take it back.
 * @throws {AppError} `forbidden` for whoever has lost the permission; `not_found` where one of them is not
 *   there; `bad_request` for more than a hundred, for a person who does not help, an unknown label, and one
 *   label or person too many on a ticket; `too_many_requests`.
 */
export const changeQueue = async (ctx: MemberCtx, { steps }: QueueChange): Promise<QueueChanged> =>
  ctx.write(async (tx) => {
    await assertMay(tx, "tickets");
    const all = steps.flatMap(({ ids }) => ids);
    if (all.length > QUEUE_CHANGE_MAX || new Set(all).size < all.length)
      throw new AppError("bad_request", QUEUE.tooManyAtOnce);
    await tx.count("queueChangesByMember", tx.actor.userId, all.length);
    await assertKnown(tx, steps);
    const befores = new Map<number, Before>();
    for (const step of steps)
      for (const id of step.ids) {
        const ticket = await findTicket(tx, id);
        const before = await changeOne(tx, ticket, step);
        if (before === null) continue;
        befores.set(id, before);
        tx.publish({
          type: "ticket.changed",
          ticketId: id,
          userIds: [...(await peopleIdsOf(tx, id))],
        });
      }
    return { changed: befores.size, undo: undoOf(befores) };
  });
