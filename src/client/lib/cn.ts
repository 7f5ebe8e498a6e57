import { clsx } from "clsx";

/** Joins class names. Two of one kind do not replace each other: give a component a variant instead. */
export const cn = clsx;
