import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, ne, asc, lte } from "drizzle-orm";
import { ZodError } from "zod";
import { assertMay } from "#server/access/rights.ts";
import type { Ctx } from "#server/context/context.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { errorFields } from "#server/core/log.ts";
import { growingDelayMs } from "#server/core/retry.ts";
import { storeTroubleOf } from "#server/store/trouble.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { ORDER_ALARMS } from "#shared/shop-admin-messages.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { applyEvent, isHandled, TooEarly } from "./apply-event.ts";
import { buyerReference, eventReference, isFlagged, raiseFlag, settleFlags } from "./flags.ts";
import { shopEvent } from "./shop-event.ts";

const DELAY = { firstMs: 2000, maxMs: HOUR_MS };
/** After so many attempts an event that is about nothing known is left to the Admins. */
const ATTEMPTS_MAX = 12;

const sentenceOf = (error: unknown): string => {
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    return `It is not what its type promises: ${issue?.path.join(".") ?? ""}.`.slice(0, 200);
  }
  return error instanceof TooEarly ? error.message : "Something failed on our side; see the log.";
};

/** What cannot be read stays so; what failed on our side is tried again and again. */
const isHopeless = (error: unknown, attempts: number) =>
  error instanceof ZodError || (error instanceof TooEarly && attempts >= ATTEMPTS_MAX);

/** Notes that it did not work out, and when it is tried again, if it is. */
const postpone = async (ctx: Ctx, id: number, error: unknown): Promise<void> => {
  const { clock } = ctx;
  const { shopEvents: t } = ctx.tables;
  await ctx.write(async (tx) => {
    const [row] = await tx
      .select({ attempts: t.attempts, type: t.type, orderId: t.orderId })
      .from(t)
      .where(and(eq(t.id, id), eq(t.state, "waiting")));
    if (row === undefined) return;
    const attempts = row.attempts + 1;
    const isOver = isHopeless(error, attempts);
    const delayMs = growingDelayMs(attempts, DELAY);
    await tx
      .update(t)
      .set({
        attempts,
        error: sentenceOf(error),
        state: isOver ? "flagged" : "waiting",
        nextAttemptAt: new Date(clock.now().getTime() + delayMs),
      })
      .where(eq(t.id, id));
    if (isOver)
      await raiseFlag(tx, {
        kind: "buyer",
        reference: eventReference(id),
        orderId: row.orderId,
        eventId: id,
        details: ORDER_ALARMS.unprocessed(row.type, sentenceOf(error)),
      });
    tx.publish({ type: "orders.changed", userId: null });
  });
};

/**
 * Works on one event of the inbox, whole or not at all: what it gives and that it was worked on are
 * one transaction. Where that fails the event waits for the next attempt.
 * @param id its row; one that is done already is left alone.
 * @param isAgain true where an Admin wants it worked on again, whatever came of it before.
 * @returns whether it was worked on.
 */
export const processEvent = async (ctx: Ctx, id: number, isAgain = false): Promise<boolean> => {
  const { clock, log } = ctx;
  const { shopEvents: t } = ctx.tables;
  try {
    await ctx.write(async (tx) => {
      const [row] = await tx
        .select({ body: t.body, attempts: t.attempts, transactionId: t.transactionId })
        .from(t)
        .where(and(eq(t.id, id), isAgain ? ne(t.state, "ignored") : eq(t.state, "waiting")));
      if (row === undefined) return;
      const event = shopEvent.parse(row.body);
      const isProcessed = !isHandled(event.type) || (await applyEvent(tx, event, id));
      const { transactionId } = row;
      const settled = transactionId === null ? [] : [buyerReference(transactionId)];
      if (isProcessed) await settleFlags(tx, [eventReference(id), ...settled]);
      const isOpen = await isFlagged(tx, id);
      await tx
        .update(t)
        .set({
          state: isOpen ? "flagged" : "done",
          attempts: row.attempts + 1,
          doneAt: clock.now(),
          error: null,
        })
        .where(eq(t.id, id));
      tx.publish({ type: "orders.changed", userId: null });
    });
    return true;
  } catch (error) {
    // It waits as it is: that the database could not be used says nothing of the event.
    if (storeTroubleOf(error) !== null) throw error;
    if (!(error instanceof TooEarly))
      log.error("shop.event_failed", { eventId: id, ...errorFields(error) });
    await postpone(ctx, id, error);
    return false;
  }
};

const SLICE = 20;

/** Works on the events that wait and are due, oldest first, until `signal` ends it. */
export const processInbox = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { clock } = ctx;
  const { shopEvents: t } = ctx.tables;
  while (!signal.aborted) {
    const due = await ctx.read
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.state, "waiting"), lte(t.nextAttemptAt, clock.now())))
      .orderBy(asc(t.nextAttemptAt), asc(t.id))
      .limit(SLICE);
    if (due.length === 0) return;
    for (const { id } of due) {
      if (signal.aborted) return;
      await processEvent(ctx, id);
      await yieldToEventLoop();
    }
  }
};

/**
 * Works on an event again; what it did before it does not do twice.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it cannot be worked on now either.
 */
export const replayEvent = async (ctx: MemberCtx, { id }: { id: number }): Promise<string> => {
  const { shopEvents: t } = ctx.tables;
  await ctx.write(async (tx) => {
    const [found] = await tx.select({ id: t.id }).from(t).where(eq(t.id, id));
    if (found === undefined) throw new AppError("not_found", ORDERS.unknownEvent);
    await assertMay(tx, "orders");
    await tx.audit({ action: "shop.event_replayed", subject: null, after: { eventId: id } });
  });
  if (!(await processEvent(ctx, id, true))) throw new AppError("conflict", ORDERS.replayFailed);
  return ORDERS.replayed;
};
