import { z } from "zod/mini";
import { ROLES } from "#shared/constants/accounts.ts";

/** `GET userprofile`. */
export const memberProfile = z.object({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  allowMarketingEmails: z.boolean(),
});
export type MemberProfile = z.infer<typeof memberProfile>;

/** `PUT userprofile/marketing-consent`. */
export const marketingConsent = z.object({ allowMarketingEmails: z.boolean() });

/** Somebody as others see them: never an e-mail address. */
export const person = z.object({ id: z.string(), firstName: z.string(), lastName: z.string() });
export type Person = z.infer<typeof person>;
export const personPage = z.object({ items: z.array(person), nextCursor: z.nullable(z.string()) });

/** `GET userprofile/membership`. */
export const membership = z.object({
  points: z.int(),
  /** Highest tier that runs, and its last day in the community's time zone: "Gold:2026-12-01". */
  sub: z.nullable(z.string()),
  promoReceivedDate: z.nullable(z.iso.datetime()),
});
export type Membership = z.infer<typeof membership>;
