import { isUsedUp } from "#server/auth/limits.ts";
import type { Ctx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { isTooDeep } from "#shared/rules/json-depth.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { aboutOf, isHandled } from "./apply-event.ts";
import { processEvent } from "./process-event.ts";
import { type ShopEvent, shopEvent, withoutCustomer } from "./shop-event.ts";

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
