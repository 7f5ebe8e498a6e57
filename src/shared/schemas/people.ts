import { z } from "zod/mini";
import { LENGTHS, PLATFORMS } from "#shared/constants/accounts.ts";
import { memberInput } from "./administration.ts";
import { tierKey } from "./community/tiers.ts";
import { line, words } from "./text.ts";

/** What an Admin does about a member where they have to say why. */
export const reasonedInput = z.extend(memberInput, { reason: words(LENGTHS.reason) });
export type ReasonedInput = z.infer<typeof reasonedInput>;

/** A new address for a member, who confirms it there. */
export const addressChange = z.extend(reasonedInput, { newEmail: line(LENGTHS.email) });
export type AddressChange = z.infer<typeof addressChange>;

export const tierGift = z.extend(reasonedInput, {
  tier: tierKey,
  /** The last day, where the community is: "2026-12-01". */
  until: z.iso.date(),
});
export type TierGift = z.infer<typeof tierGift>;

export const tierEnding = z.extend(reasonedInput, { tier: tierKey });
export type TierEnding = z.infer<typeof tierEnding>;

export const linkRemoval = z.extend(reasonedInput, { platform: z.enum(PLATFORMS) });
export type LinkRemoval = z.infer<typeof linkRemoval>;

/** A link to set a new password: shown once, to whoever asked for it, and kept nowhere. */
export const passwordLink = z.object({ link: z.string(), expiresAt: z.iso.datetime() });
export type PasswordLink = z.infer<typeof passwordLink>;
