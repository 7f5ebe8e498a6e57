import { and, asc, eq, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import { SILENCE } from "#shared/constants/desk.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { DESK_NOTIFICATIONS } from "#shared/desk-messages.ts";
import { peopleIdsOf } from "./load.ts";

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
const AT_ONCE = 100;

const daysBefore = ({ clock }: Pick<Tx, "clock">, days: number): Date =>
  new Date(clock.now().getTime() - days * DAY_MS);

/** The tickets that have waited for their people since then. */
const isQuietSince = ({ tickets: t }: Tx["tables"], since: Date): SQL | undefined =>
  and(eq(t.status, "Open"), isNull(t.waitingSince), lte(t.quietSince, since));

const warn = async (tx: Tx, id: number, since: Date, days: number): Promise<void> => {
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
      .limit(AT_ONCE);
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
    await ctx.write((tx) => warn(tx, id, soon, warnDays));
  }
};
