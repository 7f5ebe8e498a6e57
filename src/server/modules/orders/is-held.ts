import type { EffectKind } from "#shared/constants/shop.ts";

/**
 * Whether a member has what a line gives. It follows from everything that has happened to the line,
 * in whatever order the store told of it (facts §4).
 */
export const isHeld = (effects: ReadonlySet<EffectKind>): boolean =>
  effects.has("credit") &&
  !effects.has("refund") &&
  !effects.has("lost") &&
  (!effects.has("dispute") || effects.has("won"));
