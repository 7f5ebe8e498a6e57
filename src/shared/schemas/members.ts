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
