import { COUNT_MAX } from "#shared/constants/lists.ts";

/** A price as Tebex writes it, such as 4.99, in hundredths, in which sums stay exact. */
export const toCents = (amount: number): number => Math.round(amount * 100);

/** What a badge shows: the number, "99+" where there are more. */
export const countText = (count: number): string =>
  count >= COUNT_MAX ? `${COUNT_MAX - 1}+` : String(count);

/** What a link or button with a badge is called: "Notifications, 3 unread"; without one for 0. */
export const countedName = (label: string, count: number, unit: string): string =>
  count > 0 ? `${label}, ${countText(count)} ${unit}` : label;
