import type { LinkProps } from "@tanstack/react-router";
import { ADMINS, type Holder, may, type Needed } from "#client/lib/session/use-session.ts";
import { PERMISSIONS } from "#shared/constants/accounts.ts";

/** The path of a screen of the administration, as routes name it: "/member/admin/users/$id". */
export type AdminScreen = Extract<NonNullable<LinkProps["to"]>, `/member/admin${string}`>;

const TODAY = "/member/admin";

/** What each screen takes; of several permissions one is enough [TEAM-10]. */
const NEEDED: Readonly<Record<AdminScreen, Needed>> = {
  [TODAY]: PERMISSIONS,
  "/member/admin/users": "members",
  "/member/admin/users/$id": "members",
  "/member/admin/team": "roles",
  "/member/admin/strikes": "strikes",
  "/member/admin/news": "site",
  "/member/admin/news/$id": "site",
  "/member/admin/news/new": "site",
  "/member/admin/site": "site",
  "/member/admin/site/$section": "site",
  "/member/admin/site/history": "site",
  "/member/admin/site/publish": "site",
  "/member/admin/calendar": "site",
  "/member/admin/audit": "audit",
  "/member/admin/keys": "bridge",
  "/member/admin/webhooks": ADMINS,
  "/member/admin/setup": ADMINS,
  "/member/admin/providers": ADMINS,
  "/member/admin/health": ADMINS,
  "/member/admin/orders": "orders",
  "/member/admin/inbox": "orders",
};

const USERS = "/member/admin/users";

/** The first of these that somebody may open is where the administration begins for them. */
const FIRST = [
  USERS,
  "/member/admin/orders",
  "/member/admin/site",
  "/member/admin/audit",
  "/member/admin/keys",
  "/member/admin/strikes",
  "/member/admin/team",
] as const satisfies readonly AdminScreen[];

const isScreen = (path: string): path is AdminScreen => Object.hasOwn(NEEDED, path);

/** What the screen of a path takes; all that the administration takes where it is no screen. */
export const neededFor = (path: string): Needed => (isScreen(path) ? NEEDED[path] : PERMISSIONS);

/** Where the administration begins for somebody; whoever may open none of it is told so there. */
export const firstAdminScreen = (user: Holder): (typeof FIRST)[number] | typeof TODAY =>
  FIRST.find((screen) => may(user, NEEDED[screen])) ?? (may(user, PERMISSIONS) ? TODAY : USERS);
