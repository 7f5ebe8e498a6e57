import type { SiteRow } from "./site-row.ts";

/** One's own profile, and the people one may see (facts §4). */
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
    method: "GET",
    path: "/userprofile/all",
    procedure: "members.people",
    section: "Profile",
    summary:
      "The people whom the member may see, the newest accounts first: Admins see everyone, others the Admins and those on their own tickets.",
    reply: "list",
  },
  {
    method: "GET",
    path: "/userprofile/membership",
    procedure: "members.membership",
    section: "Profile",
    summary:
      "Points, and in `sub` the tier with its last day, such as `Gold:2026-12-01`; null for none.",
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
