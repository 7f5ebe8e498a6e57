import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, lte, ne } from "drizzle-orm";
import { ZodError } from "zod";
import { assertMay } from "#server/access/rights.ts";
import { isUsedUp } from "#server/auth/limits.ts";
import type { Ctx, MemberCtx } from "#server/context/context.ts";
import { growingDelayMs } from "#server/core/clock.ts";
import { AppError } from "#server/core/errors.ts";
import { errorFields } from "#server/core/log.ts";
import { storeTroubleOf } from "#server/store/trouble.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { isTooDeep } from "#shared/rules/json-depth.ts";
import { ORDER_ALARMS } from "#shared/shop-admin-messages.ts";
import { ORDERS, SHOP } from "#shared/shop-messages.ts";
import { aboutOf, applyEvent, isHandled, TooEarly } from "./apply-event.ts";
import { buyerReference, eventReference, isFlagged, raiseFlag, settleFlags } from "./flags.ts";
import { shopEvent, type ShopEvent, withoutCustomer } from "./shop-event.ts";

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

/** All who send what Tebex has not signed count as one. */
const UNSIGNED = { name: "unsignedEvents", subject: "" } as const;

const noteRefused = async (ctx: Ctx): Promise<void> => {
  // They may come in floods: then the database is only read.
  if (await isUsedUp(ctx.read, UNSIGNED)) return;
  await ctx.write(async (tx) => {
    const note = await tx.tryCount(UNSIGNED);
    if (!note.allowed) return;
    await tx.audit({ action: "shop.event_refused", subject: null });
  });
};

/** The signature is checked over the bytes as they came: parsed and written again they differ. */
const assertSigned = async (ctx: Ctx, body: Uint8Array, signature: string | null) => {
  if (ctx.shop === null) throw new AppError("unavailable", SHOP.notConfigured);
  if (signature === null) {
    await noteRefused(ctx);
    throw new AppError("unauthorized", SHOP.notSigned);
  }
  if (ctx.shop.isSigned(body, signature)) return;
  await noteRefused(ctx);
  throw new AppError("forbidden", SHOP.wronglySigned);
};

/** @returns what is kept of it, and what it says. */
const parse = (body: Uint8Array): { kept: unknown; event: ShopEvent } => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    if (isTooDeep(text)) throw new SyntaxError("It nests too deep.");
    const raw: unknown = JSON.parse(text);
    return { kept: withoutCustomer(raw), event: shopEvent.parse(raw) };
  } catch {
    throw new AppError("bad_request", SHOP.malformedEvent);
  }
};

/** Keeps an event, once. @returns its row; null where it is there already. */
const keep = async (
  { tables, write, clock }: Ctx,
  body: unknown,
  event: ShopEvent,
): Promise<number | null> => {
  const { shopEvents: t } = tables;
  const { id, type, date } = event;
  const now = clock.now();
  return write(async (tx) => {
    const [kept] = await tx
      .insert(t)
      .values({
        eventId: id,
        type,
        body,
        state: isHandled(type) ? "waiting" : "ignored",
        at: date,
        receivedAt: now,
        attempts: 0,
        nextAttemptAt: now,
        ...aboutOf(event),
      })
      .onConflictDoNothing()
      .returning({ id: t.id });
    if (kept === undefined) return null;
    tx.publish({ type: "orders.changed", userId: null });
    tx.tally("shopEvents", [isHandled(type) ? type : "other"]);
    return kept.id;
  });
};

/**
 * Takes in what Tebex tells us: checks its signature over the raw bytes, keeps it without what it
 * says of the customer, and only then works on it. What fails there is tried again by a job; the
 * store need not know [PAY-02].
 * @param signature as sent in `X-Signature`; null for none.
 * @returns the reply's JSON: `{id}` where Tebex only tries whether we are there.
 * @throws {AppError} `unauthorized` without a signature, `forbidden` with a wrong one, `bad_request`
 *   for what is no event.
 */
export const receiveEvent = async (
  ctx: Ctx,
  body: Uint8Array,
  signature: string | null,
): Promise<Readonly<Record<string, string>>> => {
  await assertSigned(ctx, body, signature);
  const { kept, event } = parse(body);
  if (event.type === "validation.webhook") return { id: event.id };
  const id = await keep(ctx, kept, event);
  if (id !== null && isHandled(event.type)) await processEvent(ctx, id);
  return {};
};
