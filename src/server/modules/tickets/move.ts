import { eq } from "drizzle-orm";
import { assertMay, may } from "#server/access/rights.ts";
import type { AuditEntry } from "#server/auth/audit.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { worksOn } from "#server/modules/desk/index.ts";
import { dropReadNotices } from "#server/modules/notices/index.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { SolvedAnswer, Ticket, TicketClosing } from "#shared/schemas/tickets.ts";
import { CLOSING } from "#shared/thread-messages.ts";
import { TICKET_NOTIFICATIONS, TICKETS } from "#shared/ticket-messages.ts";
import {
  countChange,
  findTicket,
  peopleIdsOf,
  showTicket,
  type TicketRow,
  writeEntry,
} from "./load.ts";

/**
 * To be called where a ticket is changed. What an Admin does to a ticket that somebody else opened is
 * theirs to do only while they are one, and is written into the audit, in the caller's transaction;
 * everything else stands in the ticket's own history alone.
 * @param acts without `subject` they are done to whoever opened the ticket.
 * @throws {AppError} `forbidden` for whoever is no Admin any more.
 */
export const noteAdminActs = async (
  tx: MemberTx,
  { createdBy }: TicketRow,
  acts: readonly (Omit<AuditEntry, "actorId" | "subject"> & { subject?: string })[],
): Promise<void> => {
  const { actor } = tx;
  if (!may(actor, "tickets") || actor.userId === createdBy) return;
  await assertMay(tx, "tickets");
  for (const act of acts) await tx.audit({ subject: createdBy, ...act });
};

type Changes = Partial<Omit<TicketRow, "id" | "createdBy" | "createdAt" | "updatedAt">>;

/** Changes a ticket's own row. Its `updatedAt` is always later than it was, whatever the clock says. */
export const changeTicket = async (
  tx: MemberTx,
  { id, updatedAt }: Pick<TicketRow, "id" | "updatedAt">,
  changes: Changes = {},
): Promise<void> => {
  const { tickets } = tx.tables;
  const at = new Date(Math.max(tx.clock.now().getTime(), updatedAt.getTime() + 1));
  await tx
    .update(tickets)
    .set({ ...changes, updatedAt: at })
    .where(eq(tickets.id, id));
};

/** Of a ticket of which it is not known yet until when it is to be answered, and whether it will be closed. */
export const UNFOLLOWED = {
  dueAt: null,
  dueWarnedAt: null,
  overdueAt: null,
  quietWarnedAt: null,
} as const;

/**
 * Says whether a ticket waits for the team from now on; one that does so already waits since then.
 * @returns whether somebody else has to answer now.
 */
export const markWaiting = async (
  tx: MemberTx,
  { id, waitingSince, firstAnsweredAt }: Pick<TicketRow, "id" | "waitingSince" | "firstAnsweredAt">,
  isWaiting: boolean,
): Promise<boolean> => {
  const { tickets } = tx.tables;
  const now = tx.clock.now();
  if (isWaiting === (waitingSince !== null)) {
    // Whatever else the team says begins the silence of its people anew.
    const again = { quietSince: now, quietWarnedAt: null };
    if (!isWaiting) await tx.update(tickets).set(again).where(eq(tickets.id, id));
    return false;
  }
  await tx
    .update(tickets)
    .set({
      ...(isWaiting
        ? { waitingSince: now, answeredAt: null, quietSince: null }
        : { waitingSince: null, answeredAt: now, quietSince: now }),
      ...(!isWaiting &&
        firstAnsweredAt === null && { firstAnsweredAt: now, firstAnsweredBy: tx.actor.userId }),
      ...UNFOLLOWED,
    })
    .where(eq(tickets.id, id));
  return true;
};

/** What whoever closes a ticket says of it. */
type Said = Pick<TicketRow, "solved" | "solvedWord">;

/** Whose turn it is in a ticket that is restored: its people's from now on; the team has not waited while it was closed. */
const turnOnceRestored = ({ clock }: MemberTx, { waitingSince, closedAt }: TicketRow) => {
  const now = clock.now();
  if (waitingSince === null) return { answeredAt: now, quietSince: now };
  const closedMs = now.getTime() - (closedAt ?? now).getTime();
  return { waitingSince: new Date(waitingSince.getTime() + Math.max(0, closedMs)) };
};

/**
 * Closes or restores a ticket, for all who are on it.
 * @returns their ids.
 */
const moveTicket = async (
  tx: MemberTx,
  ticket: TicketRow,
  status: TicketStatus,
  solved: Said,
): Promise<readonly string[]> => {
  const { ticketPeople } = tx.tables;
  const ticketId = ticket.id;
  await noteAdminActs(tx, ticket, [
    {
      action: status === "closed" ? "ticket.closed" : "ticket.restored",
      before: { status: ticket.status },
      after: { ticketId, status },
    },
  ]);
  const closedAt = status === "closed" ? tx.clock.now() : null;
  // Restored, it is neither closed again nor overdue at once.
  const restored = status === "Open" ? { ...UNFOLLOWED, ...turnOnceRestored(tx, ticket) } : {};
  const isTeams = ticket.createdBy !== tx.actor.userId && worksOn(tx, ticket);
  await changeTicket(tx, ticket, {
    status,
    closedAt,
    closedBySilence: status === "closed" ? false : null,
    ...solved,
    solvedByTeam: solved.solved === null ? null : isTeams,
    ...restored,
  });
  await tx.update(ticketPeople).set({ status }).where(eq(ticketPeople.ticketId, ticketId));
  await writeEntry(tx, ticketId, { act: status === "closed" ? "closed" : "restored" });
  const userIds = [...(await peopleIdsOf(tx, ticketId))];
  tx.publish({ type: "ticket.changed", ticketId, userIds });
  return userIds;
};

const UNSAID = { solved: null, solvedWord: null } as const;

/** Closes an open ticket and tells everyone else who is on it, in the caller's transaction. */
export const close = async (
  tx: MemberTx,
  ticket: TicketRow,
  said: Said = UNSAID,
): Promise<void> => {
  const { id, subject, createdBy } = ticket;
  const { userId: me } = tx.actor;
  const people = await moveTicket(tx, ticket, "closed", said);
  // Whoever closes it has seen what was answered.
  await dropReadNotices(tx, me, { ticketId: id });
  const closing = { kind: "closing", ticketId: id, createdBy: me } as const;
  const others = people.filter((userId) => userId !== me);
  const isAsked = (userId: string) => userId === createdBy && said.solved === null;
  await tx.notify({
    userIds: others.filter(isAsked),
    ...closing,
    ...TICKET_NOTIFICATIONS.closedForOpener(id, subject),
  });
  await tx.notify({
    userIds: others.filter((userId) => !isAsked(userId)),
    ...closing,
    ...TICKET_NOTIFICATIONS.closed(id, subject),
  });
};

/**
 * Opens a closed ticket again, in the caller's transaction.
 * @throws {AppError} `conflict` where it goes on in another one.
 */
export const restore = async (tx: MemberTx, ticket: TicketRow): Promise<void> => {
  if (ticket.mergedInto !== null)
    throw new AppError("conflict", TICKETS.mergedAway(ticket.mergedInto));
  await moveTicket(tx, ticket, "Open", UNSAID);
};

/**
 * Closes a ticket and tells everyone else who is on it [TICK-07]. Whoever closes it may say whether it
 * was solved, and a word on that [WRITE-11].
 * @throws {AppError} `not_found` for whoever may not see it, `conflict` where it is closed already.
 */
export const closeTicket = async (
  ctx: MemberCtx,
  { id, solved = null, word }: TicketClosing,
): Promise<Ticket> => {
  const solvedWord = word == null || !isSeen(word) ? null : word;
  return ctx.write(async (tx) => {
    const ticket = await findTicket(tx, id);
    if (ticket.status === "closed") throw new AppError("conflict", TICKETS.alreadyClosed);
    await countChange(tx);
    await close(tx, ticket, { solved, solvedWord });
    return showTicket(tx, id);
  });
};

/**
 * Opens a closed ticket again.
 * @throws {AppError} `not_found` for whoever may not see it, `conflict` where it is open already.
 */
export const restoreTicket = async (ctx: MemberCtx, { id }: { id: number }): Promise<Ticket> =>
  ctx.write(async (tx) => {
    const ticket = await findTicket(tx, id);
    if (ticket.status === "Open") throw new AppError("conflict", TICKETS.alreadyOpen);
    await countChange(tx);
    await restore(tx, ticket);
    return showTicket(tx, id);
  });

/**
 * Says whether a closed ticket of one's own was solved, where that was not said when it was closed
 * [WRITE-17].
 * @throws {AppError} `not_found` for whoever may not see it, `forbidden` for everybody but who opened it,
 *   `conflict` where it is open, was merged, or it has been said already; `too_many_requests`.
 */
export const saySolved = (ctx: MemberCtx, { id, solved, word }: SolvedAnswer): Promise<Ticket> =>
  ctx.write(async (tx) => {
    const ticket = await findTicket(tx, id);
    if (ticket.createdBy !== tx.actor.userId) throw new AppError("forbidden", CLOSING.openersOnly);
    if (ticket.status === "Open" || ticket.mergedInto !== null)
      throw new AppError("conflict", CLOSING.notClosed);
    if (ticket.solved !== null) throw new AppError("conflict", CLOSING.saidAlready);
    await countChange(tx);
    const solvedWord = word == null || !isSeen(word) ? ticket.solvedWord : word;
    await changeTicket(tx, ticket, { solved, solvedWord });
    const userIds = [...(await peopleIdsOf(tx, id))];
    tx.publish({ type: "ticket.changed", ticketId: id, userIds });
    return showTicket(tx, id);
  });
