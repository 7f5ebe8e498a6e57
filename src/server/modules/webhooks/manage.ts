import { randomBytes } from "node:crypto";
import { and, asc, count, eq, isNull } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertStillAdmin } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { keyset } from "#server/store/cursor.ts";
import { one, type Tables } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { WEBHOOK_EVENTS, WEBHOOK_TRIAL, WEBHOOKS_MAX } from "#shared/constants/webhooks.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type {
  MadeWebhook,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryInput,
  WebhookEdit,
} from "#shared/schemas/webhooks.ts";
import { WEBHOOK_TELLS, WEBHOOKS } from "#shared/webhook-messages.ts";
import { hurry, requestOf, sealed } from "./deliver.ts";
import { readWebhookAddress, type WebhookAddress } from "./index.ts";

type Row = Tables["webhooks"]["$inferSelect"];

const toWire = (row: Row): Webhook => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  shownUrl: row.shownUrl,
  events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
  createdAt: row.createdAt.toISOString(),
  pausedAt: row.pausedAt?.toISOString() ?? null,
  failures: row.failures,
  lastSentAt: row.lastSentAt?.toISOString() ?? null,
  lastError: row.lastError,
});

/** All of them, oldest first: a community has at most `WEBHOOKS_MAX`. */
export const listWebhooks = async ({ read, tables }: MemberCtx): Promise<Webhook[]> => {
  const { webhooks: w } = tables;
  const rows = await read.select().from(w).orderBy(asc(w.createdAt), asc(w.id)).limit(WEBHOOKS_MAX);
  return rows.map(toWire);
};

/** @throws {AppError} `bad_request`, with the sentence at its field. */
const addressOf = ({ config }: MemberCtx, written: string): WebhookAddress => {
  const address = readWebhookAddress(written, config.webhooks);
  if ("problem" in address) throw wrongInput(address.problem, ["url"]);
  return address;
};

/**
 * Makes a webhook. The answer is the only place where its secret ever stands.
 * @throws {AppError} `bad_request` for an address that it may not have, `conflict` where there are too many,
 *   `step_up`.
 */
export const makeWebhook = async (
  ctx: MemberCtx,
  { name, url: written, events }: NewWebhook,
): Promise<MadeWebhook> => {
  const { url, kind, shownUrl } = addressOf(ctx, written);
  const id = randomBytes(9).toString("base64url");
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const { webhooks: w } = ctx.tables;
  const row = await ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    await assertConfirmed(tx);
    const { known } = one(await tx.select({ known: count() }).from(w));
    if (known >= WEBHOOKS_MAX) throw new AppError("conflict", WEBHOOKS.tooMany(WEBHOOKS_MAX));
    const made = one(
      await tx
        .insert(w)
        .values({
          id,
          name,
          kind,
          shownUrl,
          url: sealed(tx.auth, id, url),
          secret: sealed(tx.auth, id, secret),
          events,
          createdAt: tx.clock.now(),
          failures: 0,
        })
        .returning(),
    );
    await tx.audit({
      action: "webhook.created",
      subject: id,
      after: { webhook: name, leadsTo: shownUrl, events: events.join(" ") },
    });
    return made;
  });
  return { ...toWire(row), secret: kind === "discord" ? null : secret };
};

/** @throws {AppError} `not_found`. */
const find = async (tx: MemberTx, id: string): Promise<Row> => {
  const { webhooks: w } = tx.tables;
  const [row] = await tx.select().from(w).where(eq(w.id, id));
  if (row === undefined) throw new AppError("not_found", WEBHOOKS.unknown);
  return row;
};

/**
 * Changes what a webhook is told, how it is called, or where it leads. Its secret stays.
 * @throws {AppError} `bad_request`, `not_found`, `step_up`.
 */
export const editWebhook = async (
  ctx: MemberCtx,
  { id, name, events, url: written }: WebhookEdit,
): Promise<Webhook> => {
  const address = written === undefined ? null : addressOf(ctx, written);
  const { webhooks: w } = ctx.tables;
  return ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    await assertConfirmed(tx);
    const before = await find(tx, id);
    const changed = one(
      await tx
        .update(w)
        .set({
          name,
          events,
          ...(address !== null && {
            kind: address.kind,
            shownUrl: address.shownUrl,
            url: sealed(tx.auth, id, address.url),
          }),
        })
        .where(eq(w.id, id))
        .returning(),
    );
    await tx.audit({
      action: "webhook.changed",
      subject: id,
      before: {
        webhook: before.name,
        leadsTo: before.shownUrl,
        events: before.events.join(" "),
      },
      after: { webhook: name, leadsTo: changed.shownUrl, events: events.join(" ") },
    });
    return toWire(changed);
  });
};

/** Tells a webhook nothing until it is resumed. @throws {AppError} `not_found`. */
export const pauseWebhook = (ctx: MemberCtx, { id }: { id: string }): Promise<Webhook> =>
  ctx.write(async (tx) => {
    const { webhooks: w } = tx.tables;
    await assertStillAdmin(tx);
    const row = await find(tx, id);
    if (row.pausedAt !== null) return toWire(row);
    const pausedAt = tx.clock.now();
    await tx.update(w).set({ pausedAt }).where(eq(w.id, id));
    await tx.audit({ action: "webhook.paused", subject: id });
    return toWire({ ...row, pausedAt });
  });

/** Tells it again, beginning with what has waited for less than a day. @throws {AppError} `not_found`. */
export const resumeWebhook = (ctx: MemberCtx, { id }: { id: string }): Promise<Webhook> =>
  ctx.write(async (tx) => {
    const { webhooks: w } = tx.tables;
    await assertStillAdmin(tx);
    const row = await find(tx, id);
    if (row.pausedAt === null) return toWire(row);
    await tx.update(w).set({ pausedAt: null, failures: 0 }).where(eq(w.id, id));
    await hurry(tx, id);
    await tx.audit({ action: "webhook.resumed", subject: id });
    return toWire({ ...row, pausedAt: null, failures: 0 });
  });

/** Removes a webhook with what was sent to it. @throws {AppError} `not_found`. */
export const removeWebhook = (ctx: MemberCtx, { id }: { id: string }): Promise<void> =>
  ctx.write(async (tx) => {
    const { webhooks: w, webhookDeliveries: d } = tx.tables;
    await assertStillAdmin(tx);
    const { name, shownUrl } = await find(tx, id);
    await tx.delete(d).where(eq(d.webhookId, id));
    await tx.delete(w).where(eq(w.id, id));
    await tx.audit({
      action: "webhook.removed",
      subject: id,
      before: { webhook: name, leadsTo: shownUrl },
    });
  });

/**
 * Sends a webhook something at once, to see whether it arrives, be it paused or not. It stands among what was
 * sent, and is not tried again.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`, `too_many_requests`.
 */
export const tryWebhook = async (
  ctx: MemberCtx,
  { id }: { id: string },
): Promise<{ hasArrived: boolean; message: string }> => {
  const { webhooks: w, webhookDeliveries: d } = ctx.tables;
  const payload = {
    title: WEBHOOK_TELLS.trial,
    text: WEBHOOK_TELLS.trialText(ctx.config.community.brand.name),
    path: "/",
    data: {},
  };
  const { hook, delivery } = await ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    await tx.count("trialsByMember", tx.actor.userId);
    const found = await find(tx, id);
    const made = {
      webhookId: id,
      event: WEBHOOK_TRIAL,
      payload,
      createdAt: tx.clock.now(),
    } as const;
    return {
      hook: found,
      delivery: one(
        await tx
          .insert(d)
          .values({ ...made, attempts: 1 })
          .returning(),
      ),
    };
  });
  const request = requestOf(ctx, hook, delivery);
  const outcome = request === null ? null : await ctx.sendWebhook(request);
  const error = outcome === null ? "unreadable" : outcome.isSent ? null : outcome.error;
  await ctx.write(async (tx) => {
    const now = tx.clock.now();
    const change = error === null ? { sentAt: now } : { error };
    await tx.update(d).set(change).where(eq(d.id, delivery.id));
    if (error === null)
      await tx.update(w).set({ lastSentAt: now, lastError: null }).where(eq(w.id, id));
  });
  return error === null
    ? { hasArrived: true, message: WEBHOOKS.tested }
    : { hasArrived: false, message: WEBHOOKS.testFailed(error) };
};

/** What a webhook was told, or will be, newest first. @throws {AppError} `bad_request` for a wrong cursor. */
export const listWebhookDeliveries = async (
  { read, tables }: MemberCtx,
  { webhookId, cursor, limit = PAGE_SIZE }: WebhookDeliveryInput,
): Promise<Page<WebhookDelivery>> => {
  const { webhookDeliveries: d } = tables;
  const list = keyset({ id: d.id });
  const rows = await read
    .select()
    .from(d)
    .where(and(eq(d.webhookId, webhookId), list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: shown.map((row) => ({
      id: row.id,
      event: row.event,
      title: row.payload.title,
      state:
        row.sentAt !== null
          ? ("sent" as const)
          : row.nextAttemptAt === null
            ? ("failed" as const)
            : ("waiting" as const),
      attempts: row.attempts,
      createdAt: row.createdAt.toISOString(),
      nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
      error: row.error,
    })),
    nextCursor,
  };
};

/**
 * Sends something again that was given up, as if it had just happened.
 * @throws {AppError} `not_found` for one that was sent or still waits.
 */
export const sendDeliveryAgain = (ctx: MemberCtx, { id }: { id: number }): Promise<void> =>
  ctx.write(async (tx) => {
    const { webhookDeliveries: d } = tx.tables;
    await assertStillAdmin(tx);
    const now = tx.clock.now();
    const queued = await tx
      .update(d)
      .set({ attempts: 0, createdAt: now, nextAttemptAt: now, error: null })
      .where(and(eq(d.id, id), isNull(d.sentAt), isNull(d.nextAttemptAt)))
      .returning({ id: d.id });
    if (queued.length === 0) throw new AppError("not_found", WEBHOOKS.unknownDelivery);
  });
