import { z } from "zod/mini";
import { LENGTHS, PLATFORMS } from "#shared/constants/accounts.ts";
import { ERASE_REASONS } from "#shared/constants/rights.ts";

/** Which account is to be erased, and why. */
export const eraseInput = z.object({
  id: z.string().check(z.maxLength(LENGTHS.id)),
  /** Its address, typed by whoever erases it; empty where it has none. */
  email: z.string().check(z.maxLength(LENGTHS.email)),
  reason: z.enum(ERASE_REASONS),
});
export type EraseInput = z.output<typeof eraseInput>;

/** By what another account of one's own is proven: the token of a login to it. */
const otherToken = z.string().check(z.maxLength(2048));
export const otherAccount = z.object({ otherToken });
export type OtherAccount = z.output<typeof otherAccount>;

/** Whether the mailbox of that account is to be proven as well. */
export const mergeCodeAnswer = z.object({
  /** Where a code was mailed to; null where none is asked for. */
  mailedTo: z.nullable(z.string()),
});

/** The code that was mailed there, as it was typed. */
const code = z.optional(z.string().check(z.maxLength(LENGTHS.id)));
export const provenAccount = z.object({ otherToken, code });
export type ProvenAccount = z.output<typeof provenAccount>;

const platform = z.enum(PLATFORMS);

/** What a merge would move, and what keeps the two accounts apart. */
export const mergePreview = z.object({
  /** Of the account that goes. */
  email: z.string(),
  points: z.int(),
  orders: z.int(),
  tickets: z.int(),
  notifications: z.int(),
  /** Links that the account that stays lacks. */
  links: z.array(z.object({ platform, name: z.string() })),
  /** Platforms on which both have one, by their names there. */
  conflicts: z.array(z.object({ platform, mine: z.string(), other: z.string() })),
  tiers: z.array(z.object({ title: z.string(), endsAt: z.iso.datetime() })),
  /** Why they cannot be merged, in words; none where they can. */
  obstacles: z.array(z.string()),
  /** Of what was shown: to be sent back, so that nothing else is merged. */
  mark: z.string(),
});
export type MergePreview = z.output<typeof mergePreview>;

export const mergeInput = z.object({
  otherToken,
  code,
  mark: z.string().check(z.maxLength(LENGTHS.secret)),
  /** Of the platforms on which both have a link, those on which the other account's stays. */
  keepOthers: z.array(platform).check(z.maxLength(PLATFORMS.length)),
});
export type MergeInput = z.output<typeof mergeInput>;
