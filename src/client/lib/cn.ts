import { clsx } from "clsx";

/** Joins class names. Two of one kind do not replace each other: give a component a variant instead. */
export const cn = clsx;

/** Columns on wide screens for so many cards of tiers: one alone does not take the whole width. */
export const tierColumns = (count: number): string =>
  count === 1 ? "max-w-xl" : count === 2 || count === 4 ? "lg:grid-cols-2" : "lg:grid-cols-3";
