import { AppError } from "#server/errors.ts";
import { isTooDeep } from "#shared/rules/json-depth.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { countAttempt, isUsedUp } from "#server/auth/limits.ts";
import type { RequestContext } from "#server/context.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { aboutOf, isWorkedOn } from "./apply-event.ts";
import type { ShopContext } from "./lines.ts";
import { type StoreEvent, storeEvent, withoutCustomer } from "./store-event.ts";
import { workEvent } from "./work-event.ts";

type InboxContext = ShopContext & Pick<RequestContext, "shop">;

/** All who send what the store has not signed count as one. */
const ANYBODY = "";

const noteRefused = async (ctx: InboxContext): Promise<void> => {
  const { store, clock } = ctx;
  // They may come in floods: then the database is only read.
  if (await isUsedUp(store, clock, "unsignedEvents", ANYBODY)) return;
  await store.write(async (tx) => {
    const note = await countAttempt(store, tx, clock, "unsignedEvents", ANYBODY);
    if (!note.allowed) return;
    const entry = { actorId: null, subject: null } as const;
    await writeAudit(ctx, tx, { action: "shop.event_refused", ...entry });
  });
};

/** The signature is checked over the bytes as they came: parsed and written again they differ. */
const assertSigned = async (ctx: InboxContext, body: Uint8Array, signature: string | null) => {
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
const parse = (body: Uint8Array): { kept: unknown; event: StoreEvent } => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    if (isTooDeep(text)) throw new SyntaxError("It nests too deep.");
    const raw: unknown = JSON.parse(text);
    return { kept: withoutCustomer(raw), event: storeEvent.parse(raw) };
  } catch {
    throw new AppError("bad_request", SHOP.malformedEvent);
  }
};

/** Keeps an event, once. @returns its row; null where it is there already. */
const keep = async (
  { store, clock }: InboxContext,
  body: unknown,
  event: StoreEvent,
): Promise<number | null> => {
  const { storeEvents: t } = store.tables;
  const { id, type, date } = event;
  const now = clock.now();
  return store.write(async (tx) => {
    const [kept] = await tx
      .insert(t)
      .values({
        eventId: id,
        type,
        body,
        state: isWorkedOn(type) ? "waiting" : "ignored",
        at: date,
        receivedAt: now,
        attempts: 0,
        nextAttemptAt: now,
        ...aboutOf(event),
      })
      .onConflictDoNothing()
      .returning({ id: t.id });
    if (kept !== undefined) tx.publish({ type: "orders.changed", userId: null });
    return kept?.id ?? null;
  });
};

/**
 * Takes in what the store tells us: checks its signature over the raw bytes, keeps it without what it
 * says of the customer, and only then works on it. What fails there is tried again by a job; the
 * store need not know (facts §4, providers §4.2).
 * @param signature as sent in `X-Signature`; null for none.
 * @returns the reply's JSON: `{id}` where the store only tries whether we are there.
 * @throws {AppError} `unauthorized` without a signature, `forbidden` with a wrong one, `bad_request`
 *   for what is no event.
 */
export const receiveEvent = async (
  ctx: InboxContext,
  body: Uint8Array,
  signature: string | null,
): Promise<Readonly<Record<string, string>>> => {
  await assertSigned(ctx, body, signature);
  const { kept, event } = parse(body);
  if (event.type === "validation.webhook") return { id: event.id };
  const id = await keep(ctx, kept, event);
  if (id !== null && isWorkedOn(event.type)) await workEvent(ctx, id);
  return {};
};
