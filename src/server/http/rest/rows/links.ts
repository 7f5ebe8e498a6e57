import type { SiteRow } from "#server/http/rest/row.ts";
import { ACCOUNT } from "#shared/account-messages.ts";

const CANNOT_LINK = {
  400: "This browser has not just proven that account.",
  409: "The account is already linked to another user, or another one is linked to you.",
};
const NOTHING_LINKED = { 400: "No such account is linked." };

/** Discord accounts. */
const DISCORD_ROWS: readonly SiteRow[] = [
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
  {
    method: "PUT",
    path: "/Discord/link-discord",
    procedure: "links.linkDiscord",
    section: "Discord",
    summary:
      "Links the Discord account that this browser has just proven, in place of another one.",
    reply: "text",
    refuses: { ...CANNOT_LINK, 409: "The account is already linked to another user." },
    codes: ["step_up"],
  },
];

const STEAM_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/Steam/linked",
    procedure: "links.steam",
    section: "Steam",
    summary: "The member's own Steam account.",
    reply: "json",
    refuses: { 404: "No Steam account is linked." },
  },
  {
    method: "GET",
    path: "/Steam/get-api-key",
    procedure: "links.steamKey",
    section: "Steam",
    summary: "Always refused: the server reads Steam's profiles itself.",
    reply: "json",
    refuses: { 403: "The Web API key never leaves the server." },
  },
  {
    method: "PUT",
    path: "/Steam/link-steam",
    procedure: "links.linkSteam",
    section: "Steam",
    summary: "Links the Steam account that this browser has just proven.",
    reply: "text",
    refuses: CANNOT_LINK,
  },
  {
    method: "PUT",
    path: "/Steam/unlink-steam",
    procedure: "links.unlink",
    operation: "linksUnlinkSteam",
    fixed: { platform: "steam" },
    section: "Steam",
    summary: "Unlinks the Steam account. No points are ever added through it again.",
    reply: "text",
    refuses: NOTHING_LINKED,
    codes: ["step_up"],
  },
];

const MINECRAFT_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/Minecraft/linked",
    procedure: "links.minecraft",
    section: "Minecraft",
    summary: "The member's own Minecraft account.",
    reply: "json",
    refuses: { 404: "No Minecraft account is linked." },
  },
  {
    method: "PUT",
    path: "/Minecraft/link-minecraft",
    procedure: "links.linkMinecraft",
    section: "Minecraft",
    summary: "Links the Minecraft account that this browser has just proven.",
    reply: "text",
    refuses: CANNOT_LINK,
  },
  {
    method: "PUT",
    path: "/Minecraft/unlink-minecraft",
    procedure: "links.unlink",
    operation: "linksUnlinkMinecraft",
    fixed: { platform: "minecraft" },
    section: "Minecraft",
    summary: "Unlinks the Minecraft account. No points are ever added through it again.",
    reply: "text",
    refuses: NOTHING_LINKED,
    codes: ["step_up"],
  },
];

const EPIC_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/Epic/linked",
    procedure: "links.epic",
    section: "Epic",
    summary: "The member's own Epic account.",
    reply: "json",
    refuses: { 404: "No Epic account is linked." },
  },
  {
    method: "PUT",
    path: "/Epic/link-epic",
    procedure: "links.linkEpic",
    section: "Epic",
    summary: "Links the Epic account that this browser has just proven.",
    reply: "text",
    refuses: CANNOT_LINK,
  },
  {
    method: "PUT",
    path: "/Epic/unlink-epic",
    procedure: "links.unlink",
    operation: "linksUnlinkEpic",
    fixed: { platform: "epic" },
    section: "Epic",
    summary: "Unlinks the Epic account. No points are ever added through it again.",
    reply: "text",
    refuses: NOTHING_LINKED,
    codes: ["step_up"],
  },
];

/** Accounts elsewhere. */
export const LINK_ROWS: readonly SiteRow[] = [
  ...DISCORD_ROWS,
  ...STEAM_ROWS,
  ...MINECRAFT_ROWS,
  ...EPIC_ROWS,
];
