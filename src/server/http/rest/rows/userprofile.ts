import type { SiteRow } from "./site-row.ts";

/** One's own profile (facts §4). */
export const USERPROFILE_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/userprofile",
    procedure: "members.profile",
    section: "Profile",
    summary: "The member's own profile.",
    reply: "json",
  },
  {
    method: "PUT",
    path: "/userprofile/marketing-consent",
    procedure: "members.setMarketingConsent",
    section: "Profile",
    summary: "Whether news may be mailed.",
    reply: "text",
  },
];
