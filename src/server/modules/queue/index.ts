import { and, asc, count, eq, inArray, ne } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { plainTextOf } from "#server/store/search-terms.ts";
import { one, type Reader } from "#server/store/store.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import { LABELS_MAX, TICKET_LABELS_MAX } from "#shared/constants/queue.ts";
import { QUEUE } from "#shared/desk-messages.ts";
import type { Label, NewLabel } from "#shared/schemas/desk.ts";

export { addUpWeeks, moveFigures } from "./figures.ts";
export { moveWrittenNotes } from "./notes.ts";
export { forgetReplies, moveReplies } from "./replies.ts";

/** All labels, by name. */
export const listLabels = ({ read, tables }: MemberCtx): Promise<Label[]> => {
  const { id, name, colour, nameKey } = tables.labels;
  return read
    .select({ id, name, colour })
    .from(tables.labels)
    .orderBy(asc(nameKey))
    .limit(LABELS_MAX);
};

const keyOf = (name: string): string => plainTextOf(name).trim() || name;

/** @throws {AppError} `bad_request` where another label has the name. */
const assertFree = async (tx: MemberTx, name: string, id: number): Promise<void> => {
  const { labels } = tx.tables;
  const [taken] = await tx
    .select({ id: labels.id })
    .from(labels)
    .where(and(eq(labels.nameKey, keyOf(name)), ne(labels.id, id)));
  if (taken !== undefined) throw wrongInput(QUEUE.labelTaken, ["name"]);
};

/**
 * Makes a label for the team.
 * @throws {AppError} `bad_request` where there are as many as there may be, or one has the name.
 */
export const makeLabel = (ctx: MemberCtx, { name: given, colour }: NewLabel): Promise<Label> =>
  ctx.write(async (tx) => {
    await assertMay(tx, "tickets");
    await tx.count("queueChangesByMember", tx.actor.userId);
    const { labels } = tx.tables;
    const name = given.trim();
    const [known] = await tx.select({ all: count() }).from(labels);
    if ((known?.all ?? 0) >= LABELS_MAX) throw new AppError("bad_request", QUEUE.tooManyLabels);
    await assertFree(tx, name, 0);
    const { id } = one(
      await tx
        .insert(labels)
        .values({ name, nameKey: keyOf(name), colour, createdAt: tx.clock.now() })
        .returning({ id: labels.id }),
    );
    await tx.audit({ action: "label.saved", subject: null, after: { label: name, colour } });
    tx.publish({ type: "labels.changed" });
    return { id, name, colour };
  });

const findLabel = async (tx: Reader, id: number): Promise<Label> => {
  const { labels } = tx.tables;
  const [found] = await tx
    .select({ id: labels.id, name: labels.name, colour: labels.colour })
    .from(labels)
    .where(eq(labels.id, id));
  if (found === undefined) throw new AppError("not_found", QUEUE.noLabel);
  return found;
};

/**
 * Gives a label another name or colour; tickets keep it.
 * @throws {AppError} `not_found`; `bad_request` where another one has the name.
 */
export const changeLabel = (
  ctx: MemberCtx,
  { id, name: given, colour }: NewLabel & { id: number },
): Promise<Label> =>
  ctx.write(async (tx) => {
    await assertMay(tx, "tickets");
    await tx.count("queueChangesByMember", tx.actor.userId);
    const { labels } = tx.tables;
    const before = await findLabel(tx, id);
    const name = given.trim();
    await assertFree(tx, name, id);
    await tx
      .update(labels)
      .set({ name, nameKey: keyOf(name), colour })
      .where(eq(labels.id, id));
    await tx.audit({
      action: "label.saved",
      subject: null,
      before: { label: before.name, colour: before.colour },
      after: { label: name, colour },
    });
    tx.publish({ type: "labels.changed" });
    return { id, name, colour };
  });

/**
 * On how many tickets a label is, up to `COUNT_MAX`.
 * @throws {AppError} `not_found`.
 */
export const countLabelUse = async (
  { read, tables }: MemberCtx,
  { id }: { id: number },
): Promise<{ tickets: number }> => {
  const { ticketLabels: t } = tables;
  await findLabel(read, id);
  const found = await read
    .select({ id: t.ticketId })
    .from(t)
    .where(eq(t.labelId, id))
    .limit(COUNT_MAX);
  return { tickets: found.length };
};

/**
 * Removes a label, from every ticket that has it.
 * @throws {AppError} `not_found`.
 */
export const removeLabel = (ctx: MemberCtx, { id }: { id: number }): Promise<void> =>
  ctx.write(async (tx) => {
    await assertMay(tx, "tickets");
    await tx.count("queueChangesByMember", tx.actor.userId);
    const { labels, ticketLabels } = tx.tables;
    const { name } = await findLabel(tx, id);
    await tx.delete(ticketLabels).where(eq(ticketLabels.labelId, id));
    await tx.delete(labels).where(eq(labels.id, id));
    await tx.audit({ action: "label.removed", subject: null, before: { label: name } });
    tx.publish({ type: "labels.changed" });
  });

/**
 * Hands the labels of a ticket to the one into which it is merged, in the caller's transaction: as many as that
 * one may have besides its own.
 */
export const moveLabels = async (
  tx: Tx,
  { from, into }: { from: number; into: number },
): Promise<void> => {
  const { ticketLabels: t } = tx.tables;
  const rows = await tx
    .select()
    .from(t)
    .where(inArray(t.ticketId, [from, into]))
    .orderBy(asc(t.labelId));
  const own = new Set(
    rows.flatMap(({ ticketId, labelId }) => (ticketId === into ? [labelId] : [])),
  );
  const added = rows
    .filter(({ ticketId, labelId }) => ticketId === from && !own.has(labelId))
    .slice(0, Math.max(0, TICKET_LABELS_MAX - own.size));
  if (added.length > 0)
    await tx.insert(t).values(added.map(({ labelId }) => ({ ticketId: into, labelId })));
  await tx.delete(t).where(eq(t.ticketId, from));
};
