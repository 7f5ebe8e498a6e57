import { ACCOUNT_SECTIONS } from "./account-sections.ts";
import { ATTACHMENT_SECTIONS } from "./attachment-sections.ts";
import { CONSENT_SECTIONS } from "./consent-sections.ts";
import { MEMBER_SECTIONS } from "./member-sections.ts";
import { NOTICE_SECTIONS } from "./notice-sections.ts";
import type { Section } from "./section.ts";
import { SECURITY_SECTIONS } from "./security-sections.ts";
import { SHOP_SECTIONS } from "./shop-sections.ts";
import { STRIKE_SECTIONS, STRIKE_WORK_SECTIONS } from "./strike-sections.ts";
import { WORK_SECTIONS } from "./work-sections.ts";

/** Everything about a person, in the order in which they read it. */
export const SECTIONS: readonly Section[] = [
  ...ACCOUNT_SECTIONS,
  ...SECURITY_SECTIONS,
  ...CONSENT_SECTIONS,
  ...NOTICE_SECTIONS,
  ...MEMBER_SECTIONS,
  ...STRIKE_SECTIONS,
  ...ATTACHMENT_SECTIONS,
  ...SHOP_SECTIONS,
  ...WORK_SECTIONS,
  ...STRIKE_WORK_SECTIONS,
];
