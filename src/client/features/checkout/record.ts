import { z } from "zod/mini";
import { parseStored, tabStorage } from "#client/lib/storage.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { newBasket } from "#shared/schemas/shop.ts";
import { forgetRecord, RECORD_KEY } from "./forget-record.ts";

/** A package of a basket and how many of it. */
export type CheckoutItem = { packageId: number; quantity: number };

/** A basket that is older is left alone: what it costs may have changed at Tebex. */
const REUSED_MS = HOUR_MS;

const record = z.object({
  userId: z.string(),
  ident: z.string(),
  items: newBasket.shape.items,
  /** False once it was closed, cancelled or timed out: then a reload does not open it again. */
  isUnderWay: z.boolean(),
  madeAtMs: z.number(),
});
/** What this tab remembers of a checkout, so that a reload in its middle resumes it [SHOP-13]. */
export type CheckoutRecord = z.infer<typeof record>;

/** The checkout of this tab, if it is this person's; null where there is none. */
export const readRecord = (userId: string): CheckoutRecord | null => {
  const found = record.safeParse(parseStored(tabStorage.getItem(RECORD_KEY)));
  return found.success && found.data.userId === userId ? found.data : null;
};

/** Remembers a checkout until the tab is closed; null forgets it. */
export const keepRecord = (kept: CheckoutRecord | null) => {
  if (kept === null) forgetRecord();
  else tabStorage.setItem(RECORD_KEY, JSON.stringify(kept));
};

/** The same for the same packages and quantities, in whatever order. */
export const asText = (items: readonly CheckoutItem[]) =>
  JSON.stringify(
    items
      .map(({ packageId, quantity }) => [packageId, quantity] as const)
      .toSorted(([a], [b]) => a - b),
  );

/** Whether the remembered basket is one of these items and young enough to be paid on. */
export const fits = (
  kept: CheckoutRecord,
  items: readonly CheckoutItem[],
  nowMs: number,
): boolean => asText(kept.items) === asText(items) && Math.abs(nowMs - kept.madeAtMs) < REUSED_MS;
