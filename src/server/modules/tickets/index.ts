import { and, asc, eq, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import { afterWorkingMinutes, teamPermissions } from "#server/modules/desk/index.ts";
import { notifyTeamOfTicket } from "#server/modules/notifications/index.ts";
import { announce } from "#server/modules/webhooks/index.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import { SILENCE } from "#shared/constants/desk.ts";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { DESK_NOTIFICATIONS } from "#shared/desk-messages.ts";
import type { TicketTargets } from "#shared/schemas/community/tickets.ts";
import { WEBHOOK_TELLS } from "#shared/webhook-messages.ts";
import { peopleIdsOf, type TicketRow } from "./load.ts";
import { isOfTeam } from "./people.ts";

export { assertCategory, measureAnswers, renameTicketGames } from "./options.ts";
export { changeTicket, close, noteAdminActs, restore } from "./move.ts";
export { listMessages } from "./messages.ts";
export {
  findTeamTicket,
  findTicket,
  findTicketToWorkOn,
  noteTicketRead,
  peopleIdsOf,
  readHistory,
  showTicket,
  type TicketRow,
} from "./load.ts";
export { mergeTicketInto, moveTickets } from "./merge-into.ts";
export {
  assign,
  forgetReadings,
  giveBackTickets,
  leaveTickets,
  setAssignee,
  tellTakenOver,
  unassign,
} from "./people.ts";
export { findTickets, indexTickets } from "./search-terms.ts";

/**
 * Closes a ticket that nobody on it has answered, in the caller's transaction, and tells them. Its history says why,
 * under the name of whoever opened it, as the site itself has none.
 * @param given.isOver what has to hold of it still.
 * @param given.days so long they were silent.
 */
const closeAfterSilence = async (
  tx: Tx,
  { id, isOver, days }: { id: number; isOver: SQL | undefined; days: number },
): Promise<void> => {
  const { tickets: t, ticketPeople, ticketEntries } = tx.tables;
  const now = tx.clock.now();
  const [closed] = await tx
    .update(t)
    .set({
      status: "closed",
      closedAt: now,
      closedBySilence: true,
      updatedAt: now,
      solved: null,
      solvedWord: null,
      solvedByTeam: null,
    })
    .where(and(eq(t.id, id), isOver))
    .returning({ subject: t.subject, createdBy: t.createdBy });
  if (closed === undefined) return;
  await tx.update(ticketPeople).set({ status: "closed" }).where(eq(ticketPeople.ticketId, id));
  await tx.insert(ticketEntries).values({
    ticketId: id,
    act: "closed",
    actorId: closed.createdBy,
    at: now,
    details: [SILENCE, String(days)],
  });
  const userIds = [...(await peopleIdsOf(tx, id))];
  await tx.notify({
    userIds,
    kind: "closing",
    ...DESK_NOTIFICATIONS.closedBySilence(id, closed.subject, days),
    ticketId: id,
  });
  tx.publish({ type: "ticket.changed", ticketId: id, userIds });
};

/** So many tickets are looked at in one round of the job. */
const SILENT_AT_ONCE = 100;

const daysBefore = ({ clock }: Pick<Tx, "clock">, days: number): Date =>
  new Date(clock.now().getTime() - days * DAY_MS);

/** The tickets that have waited for their people since then. */
const isQuietSince = ({ tickets: t }: Tx["tables"], since: Date): SQL | undefined =>
  and(eq(t.status, "Open"), isNull(t.waitingSince), lte(t.quietSince, since));

const warnOfClosing = async (tx: Tx, id: number, since: Date, days: number): Promise<void> => {
  const { tickets: t } = tx.tables;
  const [found] = await tx
    .update(t)
    .set({ quietWarnedAt: tx.clock.now() })
    .where(and(eq(t.id, id), isQuietSince(tx.tables, since), isNull(t.quietWarnedAt)))
    .returning({ subject: t.subject });
  if (found === undefined) return;
  await tx.notify({
    userIds: await peopleIdsOf(tx, id),
    kind: "closing",
    ...DESK_NOTIFICATIONS.closesSoon(id, found.subject, days),
    ticketId: id,
  });
};

/**
 * Closes tickets that their people have not answered for as many days as the community says, some days after they were
 * warned [DESK-06]. For a job.
 * @param signal stops between two tickets; the next call goes on from there.
 */
export const closeSilent = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { closing } = ctx.config.community.tickets;
  if (closing === undefined) return;
  const { afterDays, warnDays } = closing;
  const { tickets: t } = ctx.tables;
  const idsOf = (isFound: SQL | undefined) =>
    ctx.read
      .select({ id: t.id })
      .from(t)
      .where(isFound)
      .orderBy(asc(t.quietSince), asc(t.id))
      .limit(SILENT_AT_ONCE);
  const quiet = daysBefore(ctx, afterDays);
  const warned = daysBefore(ctx, warnDays);
  const isOver = and(
    isQuietSince(ctx.tables, quiet),
    isNotNull(t.quietWarnedAt),
    lte(t.quietWarnedAt, warned),
  );
  for (const { id } of await idsOf(isOver)) {
    if (signal.aborted) return;
    await ctx.write((tx) => closeAfterSilence(tx, { id, isOver, days: afterDays }));
  }
  const soon = daysBefore(ctx, afterDays - warnDays);
  for (const { id } of await idsOf(and(isQuietSince(ctx.tables, soon), isNull(t.quietWarnedAt)))) {
    if (signal.aborted) return;
    await ctx.write((tx) => warnOfClosing(tx, id, soon, warnDays));
  }
};

/** So many tickets are looked at in one round of the job. */
const AT_ONCE = 200;

/** By which targets the tickets were dated last. */
const DATED_BY = { key: "desk:targets", schema: z.string() };

type Waiting = Pick<TicketRow, "id" | "waitingSince" | "firstAnsweredAt">;

/** Until when a ticket is to be answered; null where that has no target. */
const dueAtOf = (
  { waitingSince, firstAnsweredAt }: Waiting,
  { firstAnswerMinutes, nextAnswerMinutes, hours }: TicketTargets,
  zone: string,
): Date | null => {
  const minutes = firstAnsweredAt === null ? firstAnswerMinutes : nextAnswerMinutes;
  if (waitingSince === null || minutes === undefined) return null;
  return new Date(afterWorkingMinutes(waitingSince.getTime(), minutes, hours ?? null, zone));
};

const UNDATED = { dueAt: null, dueWarnedAt: null, overdueAt: null } as const;

/** What is taken back of a date by an earlier target: of where there is no target any more all of it. */
const undated = (minutes: number | undefined) =>
  minutes === undefined ? UNDATED : { dueAt: null };

/**
 * Has all tickets dated anew where other targets hold than those by which they were. Who was told of one that
 * is late is not told again, should it be late by the new ones as well.
 */
const followSettings = async (ctx: SystemCtx): Promise<void> => {
  const { community } = ctx.config;
  const now = JSON.stringify([community.tickets.targets ?? null, community.timezone]);
  const before = await readSetting(ctx.read, DATED_BY);
  if (before === now) return;
  await ctx.write(async (tx) => {
    const { tickets: t } = tx.tables;
    const { firstAnswerMinutes, nextAnswerMinutes } = community.tickets.targets ?? {};
    const isDated = and(eq(t.status, "Open"), isNotNull(t.dueAt));
    await tx
      .update(t)
      .set(undated(firstAnswerMinutes))
      .where(and(isDated, isNull(t.firstAnsweredAt)));
    await tx
      .update(t)
      .set(undated(nextAnswerMinutes))
      .where(and(isDated, isNotNull(t.firstAnsweredAt)));
    await writeSetting(tx, DATED_BY, now);
  });
};

/** Until when a ticket is to be answered; what was told of an earlier time holds while that has passed. */
const datesOf = ({ clock, config }: SystemCtx, ticket: Waiting, targets: TicketTargets) => {
  const dueAt = dueAtOf(ticket, targets, config.community.timezone);
  const isLate = dueAt !== null && dueAt <= clock.now();
  return isLate ? { dueAt } : { dueAt, dueWarnedAt: null, overdueAt: null };
};

/** Says of tickets that wait for the team until when they are to be answered. */
const dateTickets = async (ctx: SystemCtx, targets: TicketTargets): Promise<void> => {
  const { tickets: t } = ctx.tables;
  const isFirst = isNull(t.firstAnsweredAt);
  const hasTarget = [
    ...(targets.firstAnswerMinutes === undefined ? [] : [isFirst]),
    ...(targets.nextAnswerMinutes === undefined ? [] : [isNotNull(t.firstAnsweredAt)]),
  ];
  for (const ofTarget of hasTarget) {
    const isUndated = and(
      eq(t.status, "Open"),
      isNotNull(t.waitingSince),
      isNull(t.dueAt),
      ofTarget,
    );
    // oxlint-disable-next-line no-await-in-loop -- Two at most.
    await ctx.write(async (tx) => {
      const waiting = await tx
        .select({
          id: t.id,
          waitingSince: t.waitingSince,
          firstAnsweredAt: t.firstAnsweredAt,
        })
        .from(t)
        .where(isUndated)
        .orderBy(asc(t.id))
        .limit(AT_ONCE);
      for (const ticket of waiting)
        await tx
          .update(t)
          .set(datesOf(ctx, ticket, targets))
          .where(eq(t.id, ticket.id));
    });
  }
};

type Found = Pick<TicketRow, "id" | "subject" | "category" | "assigneeId" | "createdBy">;

const tell = async (
  tx: Tx,
  { id, category, assigneeId, createdBy }: Found,
  content: { subject: string; message: string },
): Promise<void> => {
  const said = { kind: "ticket" as const, ...content, ticketId: id };
  const isTheirs = assigneeId !== null && (await isOfTeam(tx, assigneeId, category));
  if (isTheirs) await tx.notify({ userIds: [assigneeId], ...said });
  else
    await notifyTeamOfTicket(tx, teamPermissions(tx, category), {
      ...said,
      except: new Set([createdBy]),
    });
};

const foundColumns = (t: Tx["tables"]["tickets"]) => ({
  id: t.id,
  subject: t.subject,
  category: t.category,
  assigneeId: t.assigneeId,
  createdBy: t.createdBy,
});

/** Warns of a ticket that is soon to be answered, once. */
const warnOfTarget = async (tx: Tx, id: number, until: Date): Promise<void> => {
  const { tickets: t } = tx.tables;
  const isDueSoon = and(
    eq(t.id, id),
    eq(t.status, "Open"),
    lte(t.dueAt, until),
    isNull(t.dueWarnedAt),
  );
  const [found] = await tx
    .update(t)
    .set({ dueWarnedAt: tx.clock.now() })
    .where(isDueSoon)
    .returning(foundColumns(t));
  if (found !== undefined) await tell(tx, found, DESK_NOTIFICATIONS.dueSoon(id, found.subject));
};

/** Marks a ticket whose answer is late, once, and has webhooks told. */
const mark = async (tx: Tx, id: number): Promise<void> => {
  const { tickets: t } = tx.tables;
  const now = tx.clock.now();
  const isLate = and(eq(t.id, id), eq(t.status, "Open"), lte(t.dueAt, now), isNull(t.overdueAt));
  const [found] = await tx
    .update(t)
    .set({ overdueAt: now, dueWarnedAt: now })
    .where(isLate)
    .returning(foundColumns(t));
  if (found === undefined) return;
  const { category, subject } = found;
  await tell(tx, found, DESK_NOTIFICATIONS.overdue(id, subject));
  // Who reads along where a webhook leads need not be among those who may see it.
  const isForAll = teamPermissions(tx, category).length === 1;
  await announce(tx, "ticket.overdue", {
    title: WEBHOOK_TELLS.ticketOverdue(id, isForAll ? subject : null),
    text: isForAll ? DESK_NOTIFICATIONS.overdue(id, subject).message : WEBHOOK_TELLS.ticketKept,
    path: `/member/tickets/ticket/${id}`,
    data: { ticketId: id },
  });
  const userIds = [...(await peopleIdsOf(tx, id))];
  tx.publish({ type: "ticket.changed", ticketId: id, userIds });
};

/**
 * Follows until when tickets are to be answered: dates those that wait, warns once before, and marks once what is late
 * [DESK-05]. For a job.
 * @param signal stops between two tickets; the next call goes on from there.
 */
export const followTargets = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  await followSettings(ctx);
  const { targets } = ctx.config.community.tickets;
  if (targets === undefined) return;
  await dateTickets(ctx, targets);
  const { tickets: t } = ctx.tables;
  const now = ctx.clock.now();
  const soon = new Date(now.getTime() + targets.warnMinutes * MINUTE_MS);
  const idsUntil = (until: Date, isUntold: ReturnType<typeof isNull>) =>
    ctx.read
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.status, "Open"), lte(t.dueAt, until), isUntold))
      .orderBy(asc(t.dueAt), asc(t.id))
      .limit(AT_ONCE);
  for (const { id } of await idsUntil(now, isNull(t.overdueAt))) {
    if (signal.aborted) return;
    await ctx.write((tx) => mark(tx, id));
  }
  for (const { id } of await idsUntil(soon, isNull(t.dueWarnedAt))) {
    if (signal.aborted) return;
    await ctx.write((tx) => warnOfTarget(tx, id, soon));
  }
};
