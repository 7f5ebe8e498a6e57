import { z } from "zod/mini";

/** `GET` and `PUT userprofile/security-mails`: those that can be switched off. */
export const securityMailSettings = z.object({ aboutLinks: z.boolean() });
export type SecurityMailSettings = z.infer<typeof securityMailSettings>;
