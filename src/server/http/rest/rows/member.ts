import type { SiteRow } from "#server/http/rest/row.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { NOTIFICATIONS, PUSH } from "#shared/notification-messages.ts";
import { STRIKES } from "#shared/strike-messages.ts";

const aboutStrikes = { section: "Strikes" } as const;
const one = { ...aboutStrikes, reply: "json", unknown: STRIKES.unknown } as const;
const TOO_MANY = "Too many of them; `Retry-After` says in how many seconds to try again.";

/** What the team issues and lifts, and what members see of their own. */
export const STRIKE_ROWS: readonly SiteRow[] = [
  {
    ...aboutStrikes,
    method: "GET",
    path: "/strikes",
    procedure: "strikes.list",
    summary: "Strikes, newest first. For the team.",
    reply: "list",
  },
  {
    ...aboutStrikes,
    method: "GET",
    path: "/strikes/mine",
    procedure: "strikes.mine",
    summary: "One's own strikes, newest first.",
    reply: "list",
  },
  {
    ...aboutStrikes,
    method: "GET",
    path: "/strikes/standing",
    procedure: "strikes.standing",
    summary: "What one is kept from now, and until when.",
    reply: "json",
  },
  {
    ...aboutStrikes,
    method: "GET",
    path: "/strikes/rules",
    procedure: "strikes.rules",
    summary: "The community's numbered rules, of which a strike names one. For the team.",
    reply: "json",
  },
  {
    ...one,
    method: "GET",
    path: "/strikes/{id}",
    procedure: "strikes.byId",
    summary: "One strike. For the team.",
  },
  {
    ...aboutStrikes,
    method: "POST",
    path: "/strikes",
    procedure: "strikes.issue",
    summary:
      "Issues a strike. The member is told at once. The same `idempotencyKey` again issues nothing, and is answered as the first time.",
    reply: "json",
    status: 201,
    refuses: { 404: STRIKES.unknownMember, 429: TOO_MANY },
  },
  {
    ...one,
    method: "POST",
    path: "/strikes/{id}/lift",
    procedure: "strikes.lift",
    summary: "Lifts a strike. It is never changed otherwise.",
    refuses: { 409: "It was lifted, or has expired.", 429: TOO_MANY },
  },
];

const aboutPush = { section: "Push" } as const;

/** The browsers of a member that push reaches. */
export const PUSH_ROWS: readonly SiteRow[] = [
  {
    ...aboutPush,
    method: "GET",
    path: "/push/subscriptions",
    procedure: "push.list",
    summary: "The member's browsers that push reaches, and the key with which one subscribes.",
    reply: "json",
  },
  {
    ...aboutPush,
    method: "POST",
    path: "/push/subscriptions",
    procedure: "push.subscribe",
    summary:
      "Adds the browser, or says that it is still there; the body is what `PushSubscription.toJSON()` gives.",
    reply: "json",
    refuses: { 429: "Too many of them; `Retry-After` says in how many seconds to try again." },
  },
  {
    ...aboutPush,
    method: "DELETE",
    path: "/push/subscriptions/{id}",
    procedure: "push.unsubscribe",
    summary: "Takes one of the member's browsers away.",
    reply: "empty",
    unknown: PUSH.unknown,
  },
];

const aboutNotifications = { section: "Notifications" } as const;

/** What members are told. */
export const NOTIFICATION_ROWS: readonly SiteRow[] = [
  {
    ...aboutNotifications,
    method: "GET",
    path: "/Notification",
    procedure: "notifications.list",
    summary: "The member's notifications, unread first, then newest first; `filter` narrows them.",
    reply: "list",
  },
  {
    ...aboutNotifications,
    method: "POST",
    path: "/Notification",
    procedure: "notifications.create",
    summary: "Writes to everyone (`isGlobal`), or to the people in `targetUserIds`.",
    reply: "json",
    refuses: { 429: "Too many of them; `Retry-After` says in how many seconds to try again." },
  },
  {
    ...aboutNotifications,
    method: "PUT",
    path: "/Notification/read",
    procedure: "notifications.markRead",
    summary: "Marks one of the member's notifications as read.",
    reply: "empty",
    refuses: { 404: NOTIFICATIONS.unknown },
  },
  {
    ...aboutNotifications,
    method: "DELETE",
    path: "/Notification/{id}",
    procedure: "notifications.remove",
    summary: "Takes a notification back from everyone who got it.",
    reply: "empty",
    unknown: NOTIFICATIONS.unknown,
  },
  {
    ...aboutNotifications,
    method: "GET",
    path: "/Notification/GetAllUsersAndId",
    procedure: "notifications.targets",
    summary: "Whom a notification can be written to, the newest accounts first.",
    reply: "list",
  },
];

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
