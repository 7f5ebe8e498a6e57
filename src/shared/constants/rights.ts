import { MINUTE_MS } from "#shared/constants/time.ts";

/** So long after a login to it an account counts as proven for a merge. */
export const MERGE_PROOF_MS = 15 * MINUTE_MS;
/** Letters and digits of the code by which the mailbox of the account that goes is proven: 75 bits. */
export const MERGE_CODE_LENGTH = 15;

/** Why an Admin erases an account: a word of its own, since what is written down must name nobody. */
export const ERASE_REASONS = ["request", "guardian", "authority", "abuse", "duplicate"] as const;
export type EraseReason = (typeof ERASE_REASONS)[number];

/** Typed in place of the address of an account that has none. */
export const ERASE_WORD = "ERASE";
