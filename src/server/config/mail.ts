import type { Community } from "./community.ts";
import type { Environment } from "./environment.ts";

/** How mail leaves the site. */
export type MailConfig = {
  /** `smtp://` (STARTTLS where it is offered) or `smtps://`, with user and password where needed. */
  url: string;
  from: { name: string; address: string };
  /** Where an answer goes. */
  replyTo: string;
};

/** Null where it is not configured. @param problems what is wrong is added to it. */
export const readMail = (
  { SMTP_URL: url, MAIL_FROM: address }: Environment,
  brand: Community["brand"] | undefined,
  problems: string[],
): MailConfig | null => {
  if (url !== undefined && address !== undefined && brand !== undefined)
    return { url, from: { name: brand.name, address }, replyTo: brand.contactEmail };
  if ((url === undefined) !== (address === undefined))
    problems.push("environment: SMTP_URL and MAIL_FROM belong together: set both or none");
  return null;
};
