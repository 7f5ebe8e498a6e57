import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { assertMay, belongsToTeam } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import {
  assertWorksOn,
  isWorkedOn,
  seesAsTeam,
  teamPermissions,
} from "#server/modules/desk/index.ts";
import {
  assign,
  changeTicket,
  close,
  findTeamTicket,
  noteAdminActs,
  peopleIdsOf,
  restore,
  setAssignee,
  tellTakenOver,
  type TicketRow,
  unassign,
} from "#server/modules/tickets/index.ts";
import type { Reader } from "#server/store/store.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import {
  PRIORITIES,
  PRIORITY_RANKS,
  QUEUE_CHANGE_MAX,
  TICKET_LABELS_MAX,
} from "#shared/constants/queue.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { QUEUE } from "#shared/desk-messages.ts";
import type { HelpersInput, QueueChange, QueueChanged, QueueStep } from "#shared/schemas/desk.ts";
import type { Person } from "#shared/schemas/members.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { labelsOf } from "./show.ts";

/** More people do not help anywhere. */
const HELPERS_MAX = 500;

/** Those with an account in use who have all of some permissions, by name. */
const findHelpers = async (reader: Reader, needed: readonly Permission[]): Promise<Person[]> => {
  const { users } = reader.tables;
  const { id, firstName, lastName, role, team } = users;
  const rows = await reader
    .select({ id, firstName, lastName, role, team })
    .from(users)
    .where(and(belongsToTeam(reader), isNull(users.deactivatedAt), isNotNull(users.verifiedAt)))
    .orderBy(asc(users.nameKey), asc(id))
    .limit(HELPERS_MAX);
  return rows
    .filter((row) => seesAsTeam(row, needed))
    .map((row) => ({ id: row.id, firstName: row.firstName, lastName: row.lastName }));
};

/**
 * Who may take care of tickets: of all that are named, which takes the permissions of each category; where none is,
 * of those of a category that takes no more than `tickets`.
 */
export const listHelpers = async (
  { read, tables: { tickets: t } }: MemberCtx,
  { ids = [] }: HelpersInput = {},
): Promise<Person[]> => {
  const found =
    ids.length === 0
      ? []
      : await read
          .selectDistinct({ category: t.category })
          .from(t)
          .where(and(inArray(t.id, ids), isWorkedOn(read)));
  const needed = found.flatMap(({ category }) => teamPermissions(read, category));
  return findHelpers(read, ["tickets", ...needed]);
};

/** What one ticket was, where it is something else now. */
type Before = Omit<QueueStep, "ids">;

/**
 * Who takes care of a ticket from now on. They are on it; whoever did so before leaves it, unless they
 * opened it, and is told.
 */
const changeAssignee = async (
  tx: MemberTx,
  ticket: TicketRow,
  wanted: string | null,
): Promise<Before> => {
  const { id, assigneeId, createdBy } = ticket;
  const people = await peopleIdsOf(tx, id);
  await setAssignee(tx, id, wanted);
  await tellTakenOver(tx, ticket);
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

/** Whether somebody else has changed a ticket since the change that a step takes back. */
const isOthers = (
  { assigneeId, priority, status }: TicketRow,
  { expected = {} }: QueueStep,
): boolean =>
  (expected.assigneeId !== undefined && expected.assigneeId !== assigneeId) ||
  (expected.priority !== undefined && PRIORITY_RANKS[expected.priority] !== priority) ||
  (expected.status !== undefined && expected.status !== status);

/** What a ticket is by a change, for the step that takes it back. */
const expectedBy = (
  { assigneeId, priority, status }: QueueStep,
  before: Before,
): NonNullable<QueueStep["expected"]> => ({
  ...(before.assigneeId !== undefined && { assigneeId }),
  ...(before.priority !== undefined && { priority }),
  ...(before.status !== undefined && { status }),
});

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
  if (Object.keys(before).length === 0) return null;
  const expected = expectedBy(step, before);
  return Object.keys(expected).length === 0 ? before : { ...before, expected };
};

/** Steps that are alike but for their tickets are one. */
const undoOf = (befores: ReadonlyMap<number, Before>): QueueStep[] => {
  const alike = Map.groupBy(befores, ([, before]) => JSON.stringify(before));
  return [...alike.values()].flatMap((some) => {
    const ids = some.map(([id]) => id);
    return some.slice(0, 1).map(([, before]): QueueStep => Object.assign({ ids }, before));
  });
};

/**
 * Asks for each category once.
 * @returns asks whether the actor works on a ticket, and whether whoever is to take care of it does.
 */
const askOnce = (tx: MemberTx) => {
  const workedOn = new Set<string>();
  const helpersFor = new Map<string, ReadonlySet<string>>();
  return {
    /** @throws {AppError} `forbidden` for whoever does not, or no longer. */
    worksOn: async ({ category }: TicketRow): Promise<void> => {
      if (workedOn.has(category)) return;
      await assertWorksOn(tx, { category });
      workedOn.add(category);
    },
    /** @throws {AppError} `bad_request` for somebody else who does not. */
    mayCare: async ({ category, assigneeId }: TicketRow, wanted: QueueStep): Promise<void> => {
      if (wanted.assigneeId == null || wanted.assigneeId === assigneeId) return;
      let helpers = helpersFor.get(category);
      if (helpers === undefined) {
        const found = await findHelpers(tx, teamPermissions(tx, category));
        helpers = new Set(found.map(({ id }) => id));
        helpersFor.set(category, helpers);
      }
      if (!helpers.has(wanted.assigneeId)) throw new AppError("bad_request", QUEUE.noHelperHere);
    },
  };
};

/** @throws {AppError} `bad_request` where somebody cannot take care of tickets, or a label is not there. */
const assertKnown = async (tx: MemberTx, steps: readonly QueueStep[]): Promise<void> => {
  const wanted = new Set(steps.flatMap(({ assigneeId }) => assigneeId ?? []));
  if (wanted.size > 0) {
    const helpers = new Set((await findHelpers(tx, ["tickets"])).map(({ id }) => id));
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
 * What a ticket is already is passed over, and so is one that somebody else has changed since, in a step that
 * takes a change back.
 * @returns how many are other than they were, how many somebody else has changed, and the steps that take it
 *   back.
 * @throws {AppError} `forbidden` for whoever has lost a permission, or is merely on one of them; `not_found` where
 *   one of them is not there; `bad_request` for more than a hundred, for a person who does not help, an unknown label, and one
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
    const ask = askOnce(tx);
    const befores = new Map<number, Before>();
    let skipped = 0;
    for (const step of steps)
      for (const id of step.ids) {
        const ticket = await findTeamTicket(tx, id);
        await ask.worksOn(ticket);
        if (isOthers(ticket, step)) {
          skipped += 1;
          continue;
        }
        await ask.mayCare(ticket, step);
        const before = await changeOne(tx, ticket, step);
        if (before === null) continue;
        befores.set(id, before);
        tx.publish({
          type: "ticket.changed",
          ticketId: id,
          userIds: [...(await peopleIdsOf(tx, id))],
        });
      }
    return { changed: befores.size, skipped, undo: undoOf(befores) };
  });
