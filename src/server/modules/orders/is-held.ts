import type { EffectKind, ReviewReason } from "#shared/constants/shop.ts";

/**
 * Whether a member has what a line gives. It follows from everything that has happened to the line,
 * in whatever order Tebex told of it [PAY-02].
 * @param review why an Admin has to confirm it first; null where nobody has to.
 */
export const isHeld = (
  effects: ReadonlySet<EffectKind>,
  review: ReviewReason | null = null,
): boolean =>
  effects.has("credit") &&
  (review === null || effects.has("confirm")) &&
  !effects.has("refund") &&
  !effects.has("lost") &&
  (!effects.has("dispute") || effects.has("won"));
