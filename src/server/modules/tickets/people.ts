import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { assertMay, may } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { seesAsTeam, teamPermissions } from "#server/modules/desk/index.ts";
import { findVisiblePeople } from "#server/modules/members/index.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Ticket, TicketAssignment } from "#shared/schemas/tickets.ts";
import { TICKET_NOTIFICATIONS, TICKETS } from "#shared/ticket-messages.ts";
import {
  countChange,
  findTicketToWorkOn,
  peopleIdsOf,
  showTicket,
  type TicketRow,
  writeEntry,
} from "./load.ts";
import { changeTicket } from "./move.ts";

type Named = Pick<TicketRow, "id" | "subject" | "status">;

/**
 * @param people all who are to be on a ticket.
 * @param known those among them whom it takes no right to choose: they are on it already.
 * @throws {AppError} `bad_request` where there are too many, or the caller may not see one of them;
 *   `forbidden` for whoever is no Admin any more, and chose among all.
 */
export const assertChoosable = async (
  tx: MemberTx,
  people: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Promise<void> => {
  if (people.size > TICKET_PEOPLE_MAX) throw new AppError("bad_request", TICKETS.tooManyPeople);
  const chosen = [...people].filter((id) => !known.has(id));
  if (may(tx.actor, "tickets") && chosen.length > 0) await assertMay(tx, "tickets");
  const visible = await findVisiblePeople(tx, chosen);
  if (visible.length < chosen.length) throw new AppError("bad_request", TICKETS.unknownPeople);
};

/** Puts people on a ticket who are not on it, and tells them, in the caller's transaction. */
export const assign = async (
  tx: MemberTx,
  { id: ticketId, subject, status }: Named,
  userIds: readonly string[],
): Promise<void> => {
  if (userIds.length === 0) return;
  const { actor } = tx;
  await tx
    .insert(tx.tables.ticketPeople)
    .values(userIds.map((userId) => ({ ticketId, userId, status })));
  await writeEntry(tx, ticketId, { act: "assigned", details: userIds });
  await tx.notify({
    userIds: userIds.filter((id) => id !== actor.userId),
    kind: "assignment",
    ...TICKET_NOTIFICATIONS.assigned(ticketId, subject),
    ticketId,
    createdBy: actor.userId,
  });
};

/** Says who of the team takes care of a ticket; null: nobody. */
export const setAssignee = async (
  tx: Tx,
  ticketId: number,
  userId: string | null,
): Promise<void> => {
  const { tickets } = tx.tables;
  await tx.update(tickets).set({ assigneeId: userId }).where(eq(tickets.id, ticketId));
};

/** Whether whoever has taken a ticket can answer it still, as one of the team. */
export const isOfTeam = async (tx: Tx, userId: string, category: string): Promise<boolean> => {
  const { users } = tx.tables;
  const [user] = await tx
    .select({ role: users.role, team: users.team })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deactivatedAt)));
  return user !== undefined && seesAsTeam(user, teamPermissions(tx, category));
};

/** Tells whoever took care of a ticket that somebody else does now, in the caller's transaction. */
export const tellTakenOver = async (
  tx: MemberTx,
  { id, subject, assigneeId }: Pick<TicketRow, "id" | "subject" | "assigneeId">,
): Promise<void> => {
  if (assigneeId === null || assigneeId === tx.actor.userId) return;
  await tx.notify({
    userIds: [assigneeId],
    kind: "assignment",
    ...TICKET_NOTIFICATIONS.takenOver(id, subject),
    ticketId: id,
    createdBy: tx.actor.userId,
  });
};

/** Takes people off a ticket, in the caller's transaction. */
export const unassign = async (
  tx: MemberTx,
  { id: ticketId }: Named,
  userIds: readonly string[],
): Promise<void> => {
  if (userIds.length === 0) return;
  const { ticketPeople } = tx.tables;
  await tx
    .delete(ticketPeople)
    .where(and(eq(ticketPeople.ticketId, ticketId), inArray(ticketPeople.userId, [...userIds])));
  await writeEntry(tx, ticketId, { act: "unassigned", details: userIds });
};

/** So many are forgotten in one transaction: others get their turn in between. */
const SLICE = 500;

/**
 * Forgets what somebody has read and where they are mentioned, in the caller's transaction; what was
 * written stays, as it is others' conversation too.
 * @returns false while there is more of it than one transaction should remove.
 */
export const forgetReadings = async (tx: Tx, userId: string): Promise<boolean> => {
  const { messageMentions: m, ticketSeen: s } = tx.tables;
  const mentions = tx.select({ id: m.messageId }).from(m).where(eq(m.userId, userId)).limit(SLICE);
  const readings = tx.select({ id: s.ticketId }).from(s).where(eq(s.userId, userId)).limit(SLICE);
  const gone = [
    await tx
      .delete(m)
      .where(and(eq(m.userId, userId), inArray(m.messageId, mentions)))
      .returning({ id: m.messageId }),
    await tx
      .delete(s)
      .where(and(eq(s.userId, userId), inArray(s.ticketId, readings)))
      .returning({ id: s.ticketId }),
  ];
  return gone.every((rows) => rows.length < SLICE);
};

/** Of whoever is gone nobody expects an answer: their tickets are nobody's. */
export const giveBackTickets = async (tx: Tx, userId: string): Promise<void> => {
  const { tickets } = tx.tables;
  await tx.update(tickets).set({ assigneeId: null }).where(eq(tickets.assigneeId, userId));
};

/** Takes somebody whose account is removed off every ticket, in the caller's transaction. */
export const leaveTickets = async (tx: Tx, userId: string): Promise<void> => {
  const { ticketPeople } = tx.tables;
  const left = await tx
    .delete(ticketPeople)
    .where(eq(ticketPeople.userId, userId))
    .returning({ ticketId: ticketPeople.ticketId });
  for (const { ticketId } of left) {
    const userIds = [...(await peopleIdsOf(tx, ticketId))];
    tx.publish({ type: "ticket.changed", ticketId, userIds });
  }
};

/** @throws {AppError} `bad_request` for whoever has no account in use. */
const assertActive = async (tx: MemberTx, userId: string): Promise<void> => {
  const { users } = tx.tables;
  const isActive = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isActive));
  if (found === undefined) throw new AppError("bad_request", TICKETS.unknownPeople);
};

/** @throws {AppError} `conflict` naming whoever takes care of it, where that is somebody else than was seen. */
const assertAsSeen = async (
  tx: MemberTx,
  { assigneeId }: TicketRow,
  from: string | null | undefined,
): Promise<void> => {
  if (from === undefined || assigneeId === from || assigneeId === tx.actor.userId) return;
  const { users } = tx.tables;
  const [assignee] =
    assigneeId === null
      ? []
      : await tx
          .select({ firstName: users.firstName, lastName: users.lastName })
          .from(users)
          .where(eq(users.id, assigneeId));
  throw new AppError(
    "conflict",
    assignee === undefined ? TICKETS.givenBack : TICKETS.takenBy(fullName(assignee)),
  );
};

/**
 * Puts somebody on a ticket, open or closed, which takes the team's permissions but no assignment; without
 * `userId` whoever asks takes it themself [TICK-05]. Who is on it already stays, and whoever took care of it is
 * told.
 * @param input.from who took care of it when it was looked at, null for nobody; absent: whoever that is.
 * @throws {AppError} `not_found`, `forbidden` for whoever does not work on it, `bad_request` for people
 *   without an account in use, `conflict` where somebody else has taken it since it was looked at.
 */
export const assignUser = async (
  ctx: MemberCtx,
  { id, userId: given, from }: TicketAssignment,
): Promise<Ticket> => {
  const { actor } = ctx;
  const userId = given ?? actor.userId;
  return ctx.write(async (tx) => {
    const ticket = await findTicketToWorkOn(tx, id);
    const people = await peopleIdsOf(tx, id);
    // Who takes a ticket takes care of it from now on.
    const isTaken = given == null && ticket.assigneeId !== userId;
    if (people.includes(userId) && !isTaken) return showTicket(tx, id);
    if (isTaken) {
      await assertAsSeen(tx, ticket, from);
      await setAssignee(tx, id, userId);
      await tellTakenOver(tx, ticket);
    }
    if (people.includes(userId)) {
      await countChange(tx);
      await tx.audit({ action: "ticket.assigned", subject: userId, after: { ticketId: id } });
      tx.publish({ type: "ticket.changed", ticketId: id, userIds: [...people] });
      return showTicket(tx, id);
    }
    await assertActive(tx, userId);
    if (people.length >= TICKET_PEOPLE_MAX)
      throw new AppError("bad_request", TICKETS.tooManyPeople);
    await countChange(tx);
    await changeTicket(tx, ticket);
    await assign(tx, ticket, [userId]);
    await tx.audit({
      action: "ticket.assigned",
      subject: userId,
      after: { ticketId: id },
    });
    tx.publish({ type: "ticket.changed", ticketId: id, userIds: [...people, userId] });
    return showTicket(tx, id);
  });
};
