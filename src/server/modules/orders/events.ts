import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, count, desc, eq, lte, ne, sql } from "drizzle-orm";
import { ZodError } from "zod";
import { filtersOf, noteRead } from "#server/access/audit-notes.ts";
import { assertMay } from "#server/access/rights.ts";
import { isUsedUp } from "#server/auth/limits.ts";
import type { Ctx, MemberCtx } from "#server/context/context.ts";
import { growingDelayMs } from "#server/core/clock.ts";
import { AppError } from "#server/core/errors.ts";
import { errorFields } from "#server/core/log.ts";
import { readSorted } from "#server/store/cursor.ts";
import { isWithin } from "#server/store/search-terms.ts";
import { storeTroubleOf } from "#server/store/trouble.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { EventState } from "#shared/constants/shop.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { isTooDeep } from "#shared/rules/text.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { InboxEvent, InboxInput } from "#shared/schemas/orders.ts";
import { ORDER_ALARMS } from "#shared/shop-admin-messages.ts";
import { ORDERS, SHOP } from "#shared/shop-messages.ts";
import { aboutOf, applyEvent, isHandled, TooEarly } from "./apply-event.ts";
import { buyerReference, eventReference, isFlagged, raiseFlag, settleFlags } from "./flags.ts";
import { shopEvent, type ShopEvent, withoutCustomer } from "./shop-event.ts";

type InboxState = {
  /** Events that have not been processed. */
  waiting: number;
  /** When the one came that has waited longest; null where none waits. */
  waitingSince: Date | null;
  /** When the last event came, whatever became of it; null where none ever did. */
  lastReceivedAt: Date | null;
  /** When something was refused last because it was not signed as Tebex signs; null for never. */
  lastRefusedAt: Date | null;
};

/** What Tebex has told us and nobody has processed. Answered by indexes: few events wait. */
export const readInbox = async ({
  tables,
  read,
}: Pick<Ctx, "tables" | "read">): Promise<InboxState> => {
  const { shopEvents: t } = tables;
  const isWaiting = eq(t.state, "waiting");
  const [found] = await read.select({ waiting: count() }).from(t).where(isWaiting);
  // Ids are given in the order in which events come.
  const [oldest] = await read
    .select({ at: t.receivedAt })
    .from(t)
    .where(isWaiting)
    .orderBy(asc(t.id))
    .limit(1);
  const [last] = await read
    .select({ at: t.receivedAt })
    .from(t)
    .orderBy(desc(t.receivedAt), desc(t.id))
    .limit(1);
  const { audit } = tables;
  const [refused] = await read
    .select({ at: audit.at })
    .from(audit)
    .where(eq(audit.action, "shop.event_refused"))
    .orderBy(desc(audit.id))
    .limit(1);
  return {
    waiting: found?.waiting ?? 0,
    waitingSince: oldest?.at ?? null,
    lastReceivedAt: last?.at ?? null,
    lastRefusedAt: refused?.at ?? null,
  };
};

/**
 * What Tebex has told us, newest first unless it is sorted.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listEvents = async (
  ctx: MemberCtx,
  { state, orderId, from, until, sort, cursor, limit = PAGE_SIZE }: InboxInput,
): Promise<Page<InboxEvent>> => {
  const after = filtersOf({ state, orderId, from, until });
  await noteRead(ctx, { action: "shop_events.listed", subject: null, after });
  const { shopEvents: t } = ctx.tables;
  // Sorted by their orders each is asked: by the index of states SQLite would sort them all.
  const isIn = (asked: EventState) =>
    sort?.endsWith("order") === true ? sql`${t.state} || '' = ${asked}` : eq(t.state, asked);
  const isWanted = and(
    state === undefined ? undefined : isIn(state),
    orderId === undefined ? undefined : eq(t.orderId, orderId),
    await isWithin(ctx.read, { id: t.id, at: t.receivedAt }, { from, until }),
  );
  const { shown, nextCursor } = await readSorted(
    {
      columns: { id: t.id, state: t.state, orderId: t.orderId },
      own: ["id"],
      by: { received: ["id"], state: ["state", "id"], order: ["orderId", "id"] },
      sort,
    },
    { cursor, limit },
    (isAfter, order, rows) =>
      ctx.read
        .select({
          id: t.id,
          eventId: t.eventId,
          type: t.type,
          state: t.state,
          receivedAt: t.receivedAt,
          at: t.at,
          doneAt: t.doneAt,
          attempts: t.attempts,
          error: t.error,
          transactionId: t.transactionId,
          orderId: t.orderId,
        })
        .from(t)
        .where(and(isWanted, isAfter))
        .orderBy(...order)
        .limit(rows),
  );
  return {
    items: shown.map((row) =>
      Object.assign(row, {
        receivedAt: row.receivedAt.toISOString(),
        at: row.at.toISOString(),
        doneAt: row.doneAt?.toISOString() ?? null,
      }),
    ),
    nextCursor,
  };
};

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
