import { QUANTITY_MAX } from "#shared/constants/shop.ts";

/** The quantity that somebody typed, at least 1 [SHOP-05]; null where it is no number yet. */
export const typedQuantity = (text: string): number | null => {
  const digits = text.trim();
  if (!/^\d+$/.test(digits)) return null;
  return Math.min(QUANTITY_MAX, Math.max(1, Number(digits)));
};
