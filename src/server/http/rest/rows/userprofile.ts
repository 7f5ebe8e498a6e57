import type { SiteRow } from "#server/http/rest/row.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { ARCHIVES } from "#shared/archive-messages.ts";
import { POINTS } from "#shared/points-messages.ts";

const admin = {
  section: "Profile",
  method: "POST",
  reply: "text",
  unknown: ADMINISTRATION.unknown,
  codes: ["step_up"],
} as const;

/** One's own profile, the people one may see, and what Admins do about them. */
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
      "Points, and in `sub` the tier with its last day, such as `key:2026-12-01`; null for none.",
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
  {
    method: "GET",
    path: "/userprofile/security-mails",
    procedure: "security.mails",
    section: "Profile",
    summary: "Which security mails the member gets, of those that can be switched off.",
    reply: "json",
  },
  {
    method: "PUT",
    path: "/userprofile/security-mails",
    procedure: "security.setMails",
    section: "Profile",
    summary: "Switches the mails about linked accounts on or off.",
    reply: "text",
  },
  {
    section: "Profile",
    method: "GET",
    path: "/userprofile/points",
    procedure: "points.statement",
    summary:
      "What was added to and taken from the member's points, newest first; days are the community's. Admins may name anybody in `userId`.",
    reply: "list",
    refuses: { 404: POINTS.unknownMember },
  },
  {
    section: "Profile",
    method: "GET",
    path: "/userprofile/points.csv",
    procedure: "points.export",
    summary: "The same as one file, for spreadsheets.",
    reply: "csv",
    codes: ["step_up"],
    refuses: {
      404: POINTS.unknownMember,
      429: "Too many of them; `Retry-After` says in how many seconds to try again.",
    },
  },
  {
    section: "Profile",
    method: "POST",
    path: "/userprofile/export",
    procedure: "archives.ask",
    summary:
      "Asks for an archive of everything that is kept about the member, and says how far it is. While one is being made nothing happens.",
    reply: "json",
    refuses: {
      429: "Too many of them; `Retry-After` says in how many seconds to try again.",
    },
  },
  {
    section: "Profile",
    method: "GET",
    path: "/userprofile/export",
    procedure: "archives.read",
    summary:
      "How far the member's archive is: `none`, `waiting`, `ready`, `failed` or `expired`, and until when it can be downloaded.",
    reply: "json",
  },
  {
    section: "Profile",
    method: "GET",
    path: "/userprofile/export/file",
    procedure: "archives.open",
    summary: "The archive itself: `data.json`, `index.html` and the member's pictures.",
    reply: "zip",
    refuses: { 404: ARCHIVES.missing },
  },
  {
    section: "Profile",
    method: "PUT",
    path: "/userprofile/edit-points",
    procedure: "points.edit",
    summary: "Sets somebody's points, if they are still `oldPoints`. For Admins.",
    reply: "text",
    codes: ["step_up"],
    refuses: { 404: POINTS.unknownMember, 409: POINTS.changedMeanwhile },
  },
  {
    section: "Administration",
    method: "GET",
    path: "/admin/providers",
    procedure: "administration.providers",
    summary:
      "How Discord, Steam, Epic, Microsoft, Tebex and the mail server are, as the instance that answers has found them. For Admins.",
    reply: "json",
  },
  {
    ...admin,
    path: "/userprofile/promote/{id}",
    procedure: "administration.promote",
    summary: "Makes a member an Admin. For Admins.",
    refuses: { 409: ADMINISTRATION.promoteDeactivated },
  },
  {
    ...admin,
    path: "/userprofile/demote/{id}",
    procedure: "administration.demote",
    summary:
      "Takes the role of an Admin away, and revokes the bridge keys they have made. For Admins.",
    fixed: { keptKeyIds: [] },
    refuses: { 409: ACCOUNT.lastAdmin },
  },
];
