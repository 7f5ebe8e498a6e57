import { ACCOUNT } from "#shared/messages.ts";
import type { SiteRow } from "./site-row.ts";

/** Discord accounts (facts §4). */
export const DISCORD_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/Discord/get-api-key",
    procedure: "links.discordClient",
    section: "Discord",
    summary: "Which Discord application this site is.",
    reply: "json",
    refuses: { 503: "Discord is not configured on this site." },
  },
  {
    method: "GET",
    path: "/Discord/linked",
    procedure: "links.discord",
    section: "Discord",
    summary: "The member's own Discord account.",
    reply: "json",
    refuses: { 404: ACCOUNT.noDiscord },
  },
];
