import { createHmac } from "node:crypto";
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import { decrypt, encrypt } from "#server/auth/secrets.ts";
import type { Ctx, SystemCtx, Tx } from "#server/context/context.ts";
import { growingDelayMs } from "#server/core/clock.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import type { WebhookOutcome, WebhookRequest } from "#server/providers/ports/sending.ts";
import type { Tables } from "#server/store/store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { WEBHOOK_FAILURES_MAX } from "#shared/constants/webhooks.ts";
import { WEBHOOK_ERRORS, WEBHOOK_NOTIFICATIONS } from "#shared/webhook-messages.ts";

type Keys = Pick<Ctx["auth"], "lastingKeyFor">;

/** The purpose of the key with which addresses and secrets of webhooks are encrypted. */
const KEY = "webhooks";

/** For the row of the webhook with this id, and for no other. */
export const sealed = (auth: Keys, id: string, text: string): string =>
  encrypt(auth.lastingKeyFor(KEY), text, id);

const opened = (auth: Keys, id: string, text: string): string | null =>
  decrypt(auth.lastingKeyFor(KEY), text, id);

type HookAddress = Pick<Tables["webhooks"]["$inferSelect"], "id" | "kind" | "url" | "secret">;
type DeliveredEvent = Pick<
  Tables["webhookDeliveries"]["$inferSelect"],
  "id" | "event" | "payload" | "createdAt"
>;

/** In 24 bits, as Discord has colours. */
const COLOURS: Readonly<Record<string, number>> = {
  "server.down": 0xd9_53_4f,
  "server.up": 0x3f_b9_50,
  "ticket.overdue": 0xe0_9f_3e,
  "order.flagged": 0xe0_9f_3e,
  "strike.issued": 0xe0_9f_3e,
};
const COLOUR = 0x6b_8a_fd;

/** What is said by people stays what they typed: it neither looks like a link nor like a heading. */
const plain = (text: string, max: number): string => {
  const escaped = text
    .replaceAll(/[\\*_~`|>[\]()<]/g, String.raw`\$&`)
    .replaceAll(/^[#-]/gm, String.raw`\$&`);
  return escaped.length <= max ? escaped : `${escaped.slice(0, max - 1)}…`;
};

const TITLE_MAX = 256;
const DESCRIPTION_MAX = 2000;

const asDiscord = ({ event, payload, createdAt }: DeliveredEvent, publicUrl: string) => ({
  embeds: [
    {
      title: plain(payload.title, TITLE_MAX),
      description: plain(payload.text, DESCRIPTION_MAX),
      url: `${publicUrl}${payload.path}`,
      color: COLOURS[event] ?? COLOUR,
      timestamp: createdAt.toISOString(),
    },
  ],
  // Nobody is called by what somebody else has typed.
  allowed_mentions: { parse: [] },
});

const asJson = ({ id, event, payload, createdAt }: DeliveredEvent, publicUrl: string) => ({
  id: `msg_${id}`,
  type: event,
  timestamp: createdAt.toISOString(),
  title: payload.title,
  text: payload.text,
  url: `${publicUrl}${payload.path}`,
  data: payload.data,
});

/**
 * Signs a delivery as Standard Webhooks has it: HMAC-SHA256 over id, time and body.
 * @param secret `whsec_` and the key in Base64.
 * @see https://www.standardwebhooks.com
 */
const signatureOf = (
  secret: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
};

/** @returns what goes out; null where the address was encrypted with a key that is gone. */
export const requestOf = (
  { auth, clock, config }: Pick<Ctx, "auth" | "clock" | "config">,
  hook: HookAddress,
  delivery: DeliveredEvent,
): WebhookRequest | null => {
  const url = opened(auth, hook.id, hook.url);
  const secret = opened(auth, hook.id, hook.secret);
  if (url === null || secret === null) return null;
  if (hook.kind === "discord")
    return { url, headers: {}, body: JSON.stringify(asDiscord(delivery, config.publicUrl)) };
  const id = `msg_${delivery.id}`;
  const seconds = Math.floor(clock.now().getTime() / 1000);
  const body = JSON.stringify(asJson(delivery, config.publicUrl));
  return {
    url,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signatureOf(secret, { id, seconds, body }),
    },
    body,
  };
};

const FIRST_DELAY_MS = 30_000;
const DELAY = { firstMs: FIRST_DELAY_MS, maxMs: HOUR_MS };
/** Nobody wants to hear of it after that. */
const TRIED_MS = DAY_MS;
/** How long one can look up what was sent. */
const KEPT_MS = 7 * DAY_MS;
/** So many are under way at once. */
const SLICE = 20;
/** For so long a claimed delivery is nobody else's: longer than a slice takes. */
const CLAIM_MS = 5 * MINUTE_MS;

type Hook = Tables["webhooks"]["$inferSelect"];
type Delivery = Tables["webhookDeliveries"]["$inferSelect"];

/** Takes those that have waited longest. Of several who ask, one gets each. */
const claim = (ctx: SystemCtx): Promise<{ hooks: Hook[]; deliveries: Delivery[] }> => {
  const { webhooks: w, webhookDeliveries: d } = ctx.tables;
  const now = ctx.clock.now();
  return ctx.write(async (tx) => {
    const due = await tx
      .select({ id: d.id, attempts: d.attempts })
      .from(d)
      .innerJoin(w, eq(w.id, d.webhookId))
      .where(and(lte(d.nextAttemptAt, now), isNull(w.pausedAt)))
      .orderBy(asc(d.nextAttemptAt), asc(d.id))
      .limit(SLICE);
    const deliveries: Delivery[] = [];
    for (const { id, attempts } of due)
      deliveries.push(
        ...(await tx
          .update(d)
          .set({ attempts: attempts + 1, nextAttemptAt: new Date(now.getTime() + CLAIM_MS) })
          .where(and(eq(d.id, id), eq(d.attempts, attempts), lte(d.nextAttemptAt, now)))
          .returning()),
      );
    const ids = [...new Set(deliveries.map(({ webhookId }) => webhookId))];
    const hooks = ids.length === 0 ? [] : await tx.select().from(w).where(inArray(w.id, ids));
    return { hooks, deliveries: deliveries.toSorted((a, b) => a.id - b.id) };
  });
};

/** Stops telling a webhook anything, and says so to the Admins [HOOK-05]. */
const pause = async (tx: Tx, { id, name }: Hook, error: string): Promise<void> => {
  const { webhooks: w } = tx.tables;
  const paused = await tx
    .update(w)
    .set({ pausedAt: tx.clock.now() })
    .where(and(eq(w.id, id), isNull(w.pausedAt)))
    .returning({ id: w.id });
  if (paused.length === 0) return;
  await tx.audit({
    action: "webhook.paused",
    subject: id,
    after: { reason: error },
    isSites: true,
  });
  await notifyAdmins(tx, {
    ...WEBHOOK_NOTIFICATIONS.paused(name, error),
    link: "/member/admin/webhooks",
  });
};

type Failure = Extract<WebhookOutcome, { isSent: false }>;

const noteFailure = async (
  tx: Tx,
  hook: Hook,
  row: Delivery,
  { error, isGone, retryAfterMs }: Failure,
): Promise<void> => {
  const { webhooks: w, webhookDeliveries: d } = tx.tables;
  const now = tx.clock.now();
  const waitMs = Math.max(growingDelayMs(row.attempts, DELAY), retryAfterMs ?? 0);
  const isLast = now.getTime() + waitMs - row.createdAt.getTime() > TRIED_MS;
  await tx
    .update(d)
    .set({ error, nextAttemptAt: isLast ? null : new Date(now.getTime() + waitMs) })
    .where(and(eq(d.id, row.id), eq(d.attempts, row.attempts), isNull(d.sentAt)));
  // Whoever asks to be left alone is well.
  if (retryAfterMs !== null) return;
  const [changed] = await tx
    .update(w)
    .set({ failures: sql`${w.failures} + 1`, lastError: error })
    .where(eq(w.id, hook.id))
    .returning({ failures: w.failures });
  if (changed !== undefined && (isGone || changed.failures >= WEBHOOK_FAILURES_MAX))
    await pause(tx, hook, error);
};

const noteSent = async (tx: Tx, hook: Hook, row: Delivery): Promise<void> => {
  const { webhooks: w, webhookDeliveries: d } = tx.tables;
  const now = tx.clock.now();
  await tx.update(d).set({ sentAt: now, nextAttemptAt: null, error: null }).where(eq(d.id, row.id));
  await tx
    .update(w)
    .set({ failures: 0, lastSentAt: now, lastError: null })
    .where(eq(w.id, hook.id));
};

const send = async (ctx: SystemCtx, hook: Hook, row: Delivery): Promise<WebhookOutcome> => {
  const never = { isSent: false as const, isGone: false, retryAfterMs: null };
  const request = requestOf(ctx, hook, row);
  return request === null
    ? { ...never, isGone: true, error: WEBHOOK_ERRORS.unreadable }
    : await ctx.sendWebhook(request);
};

/** Gives up what waited longer than anybody wants to hear of it; that is no failure of the receiver. */
const giveUpLate = async (ctx: SystemCtx, rows: readonly Delivery[]): Promise<Delivery[]> => {
  const isLate = ({ createdAt }: Delivery) =>
    ctx.clock.now().getTime() - createdAt.getTime() > TRIED_MS;
  const late = rows.filter(isLate);
  if (late.length > 0)
    await ctx.write(async (tx) => {
      const { webhookDeliveries: d } = tx.tables;
      const ids = late.map(({ id }) => id);
      await tx
        .update(d)
        .set({ nextAttemptAt: null, error: WEBHOOK_ERRORS.tooLate })
        .where(and(inArray(d.id, ids), isNull(d.sentAt)));
    });
  return rows.filter((row) => !isLate(row));
};

/** Gives back what was claimed and not tried, since the receiver has just failed. */
const release = async (tx: Tx, rows: readonly Delivery[], untilMs: number): Promise<void> => {
  const { webhookDeliveries: d } = tx.tables;
  const nextAttemptAt = new Date(tx.clock.now().getTime() + untilMs);
  if (rows.length > 0)
    await tx
      .update(d)
      .set({ attempts: sql`${d.attempts} - 1`, nextAttemptAt })
      .where(
        and(
          inArray(
            d.id,
            rows.map(({ id }) => id),
          ),
          isNull(d.sentAt),
        ),
      );
};

/** Tells one webhook what it was claimed for, in order; the first failure ends the round for it. */
const deliverTo = async (
  ctx: SystemCtx,
  hook: Hook,
  claimed: readonly Delivery[],
  signal: AbortSignal,
): Promise<void> => {
  const rows = await giveUpLate(ctx, claimed);
  for (const [index, row] of rows.entries()) {
    const rest = rows.slice(index + 1);
    const outcome = await send(ctx, hook, row);
    const fields = { webhook: hook.id, delivery: row.id, type: row.event, attempts: row.attempts };
    if (outcome.isSent) {
      await ctx.write((tx) => noteSent(tx, hook, row));
      ctx.log.info("webhook.sent", fields);
      if (!signal.aborted) continue;
      await ctx.write((tx) => release(tx, rest, 0));
      return;
    }
    const waitMs = outcome.retryAfterMs ?? FIRST_DELAY_MS;
    await ctx.write(async (tx) => {
      await noteFailure(tx, hook, row, outcome);
      await release(tx, rest, waitMs);
    });
    ctx.log.warn("webhook.not_sent", { ...fields, reason: outcome.error });
    return;
  }
};

/**
 * Tells webhooks what is due, oldest first: several at once, each of them one thing after the other. What
 * arrived may arrive again where a program ends between sending and noting it: the receiver knows it by its id.
 * What fails is tried again after 30 s, then in ever longer intervals, and given up after a day [HOOK-04].
 * @param signal stops before the next delivery.
 */
export const deliverWebhooks = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { webhookDeliveries: d } = ctx.tables;
  const [due] = await ctx.read
    .select({ id: d.id })
    .from(d)
    .where(lte(d.nextAttemptAt, ctx.clock.now()))
    .limit(1);
  if (due === undefined) return;
  while (!signal.aborted) {
    const { hooks, deliveries } = await claim(ctx);
    if (deliveries.length === 0) return;
    await Promise.all(
      hooks.map((hook) =>
        deliverTo(
          ctx,
          hook,
          deliveries.filter(({ webhookId }) => webhookId === hook.id),
          signal,
        ),
      ),
    );
  }
};

/** Removes what was sent, or given up, long enough ago. @returns how many there were. */
export const forgetDeliveries = async (tx: Tx, max: number): Promise<number> => {
  const { webhookDeliveries: d } = tx.tables;
  const before = new Date(tx.clock.now().getTime() - KEPT_MS);
  const old = tx.select({ id: d.id }).from(d).where(lt(d.createdAt, before)).limit(max);
  const gone = await tx.delete(d).where(inArray(d.id, old)).returning({ id: d.id });
  return gone.length;
};

/** Has what waits for a webhook tried at once. */
export const hurry = async (tx: Tx, webhookId: string): Promise<void> => {
  const { webhookDeliveries: d } = tx.tables;
  await tx
    .update(d)
    .set({ nextAttemptAt: tx.clock.now() })
    .where(and(eq(d.webhookId, webhookId), isNull(d.sentAt), isNotNull(d.nextAttemptAt)));
};
