import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";

/** So long after a login to it an account counts as proven for a merge. */
export const MERGE_PROOF_MS = 15 * MINUTE_MS;
/** Letters and digits of the code by which the mailbox of the account that goes is proven: 75 bits. */
export const MERGE_CODE_LENGTH = 15;

/** Why an Admin erases an account: a word of its own, since what is written down must name nobody. */
export const ERASE_REASONS = ["request", "guardian", "authority", "abuse", "duplicate"] as const;
export type EraseReason = (typeof ERASE_REASONS)[number];

/** Typed in place of the address of an account that has none. */
export const ERASE_WORD = "ERASE";

/** How far the archive of somebody's data is. */
export const ARCHIVE_STATES = ["waiting", "ready", "failed", "expired"] as const;

/** So long a finished archive can be downloaded. */
export const ARCHIVE_KEPT_MS = 7 * DAY_MS;
/** So often its making is begun before it is said to have failed. */
export const ARCHIVE_ATTEMPTS_MAX = 5;

/** What a person may do on the site [ACC-23]. */
export const ROLES = ["User", "Admin"] as const;
export type Role = (typeof ROLES)[number];

/** Where else a member can have an account that they link. */
export const PLATFORMS = ["discord", "steam", "minecraft", "epic"] as const;
export type Platform = (typeof PLATFORMS)[number];

export const PLATFORM_NAMES = {
  discord: "Discord",
  steam: "Steam",
  minecraft: "Minecraft",
  epic: "Epic",
} as const satisfies Readonly<Record<Platform, string>>;

/** Accounts through which a member plays: what was unlinked once earns no points any more. */
export const GAME_PLATFORMS = ["steam", "minecraft", "epic"] as const satisfies readonly Platform[];
export type GamePlatform = (typeof GAME_PLATFORMS)[number];

/** The pages of the windows that link by themselves what was proven in them [LINK-17]. */
export const LINK_PAGES = {
  minecraft: "/minecraft-auth.html",
  epic: "/epic-auth.html",
} as const satisfies Readonly<Partial<Record<Platform, string>>>;
export type LinkPagePlatform = keyof typeof LINK_PAGES;

/** Who closed an account: only what its owner closed runs out [ACC-18]. */
export const DEACTIVATORS = ["owner", "admin"] as const;

/**
 * How an account stands, as Admins see it: in use, closed by its owner or an Admin, registered with
 * an address that nobody has proven, or brought from elsewhere and not claimed by its owner yet.
 */
export const ACCOUNT_STATES = ["active", "deactivated", "unverified", "waiting"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** What a mailed code is good for. */
export const CODE_KINDS = [
  "verify",
  "reset",
  "browser",
  "factors",
  "signout",
  "address",
  "merge",
  "revert",
] as const;
export type CodeKind = (typeof CODE_KINDS)[number];
/** Those that let somebody in, or prove something: closing an account ends them. */
export const OPENING_CODE_KINDS = [
  "verify",
  "reset",
  "browser",
  "factors",
  "address",
  "merge",
] as const satisfies readonly CodeKind[];

/** Greatest lengths, in characters [ACC-22]. */
export const LENGTHS = {
  name: 50,
  email: 254,
  password: 128,
  /** Of a mailed code, a session's id and the like. */
  secret: 256,
  discordId: 20,
  discordName: 100,
  url: 500,
  notificationSubject: 100,
  notificationMessage: 2000,
  notificationLink: 500,
  ticketSubject: 100,
  ticketDescription: 4000,
  /** Of a category of tickets, and of what else they can be about. */
  ticketOption: 40,
  /** Of a configured server. */
  serverName: 60,
  /** Of a game's key, and of its short name. */
  game: 40,
  gameName: 30,
  /** Of a tier's key. */
  tier: 40,
  message: 4000,
  reason: 200,
  /** Of a bridge key, a voting site and the like. */
  label: 60,
  search: 100,
  /** Of a user's id, and of the key under which a client sends something once. */
  id: 64,
} as const;

/** A session that nobody uses for so long has ended [SESS-04]. */
export const SESSION_IDLE_MS = 24 * HOUR_MS;
/** After sign-in a session ends in any case [SESS-07]. */
export const SESSION_MAX_MS = 30 * DAY_MS;
/** Before what cannot be taken back a person proves who they are, unless they did so within this. */
export const STEP_UP_MS = 10 * MINUTE_MS;
/** So many browsers of one person can be signed in; the one that is used least makes room. */
export const SESSIONS_MAX = 100;
/** Life of a mailed code [ACC-09]. */
export const CODE_TTL_MS = HOUR_MS;
/** Life of the link in a security mail, which ends all sessions [SAFE-06]. */
export const SIGNOUT_TTL_MS = 7 * DAY_MS;
/** So long a change of address can be asked for again, before it is to be begun anew [EMAIL-01]. */
export const ADDRESS_REQUEST_MS = DAY_MS;
/** So long the former address brings the account back, and nobody else can have it [EMAIL-03]. */
export const ADDRESS_REVERT_MS = 7 * DAY_MS;
/** Changes of address that one account can have within that time. */
export const ADDRESS_CHANGES_MAX = 3;
/** A browser or network that an account has not been used from for so long is a new one again. */
export const KNOWN_PLACE_KEPT_MS = 400 * DAY_MS;
/** Life of a proof that a platform account is one's own [LINK-01]. */
export const PROOF_TTL_MS = 30 * MINUTE_MS;
/** The same where somebody logs in with it: their tab does so at once. */
export const LOGIN_PROOF_MS = 2 * MINUTE_MS;
/** A registration whose address is never proven is kept so long [ACC-20]. */
export const UNVERIFIED_KEPT_MS = 7 * DAY_MS;
/** How long the owner of a closed account can bring it back [ACC-17]. */
export const CLOSED_ACCOUNT_KEPT_MS = 30 * DAY_MS;

/** Screens to which a mail, or a command, leads with a secret in the query. */
const SECRET_PAGES = [
  "/verify-email",
  "/reset-password",
  "/confirm-browser",
  "/end-sessions",
  "/setup",
  "/claim",
  "/lost-factor",
  "/keep-factor",
  "/confirm-address",
  "/revert-address",
] as const;
export type SecretPage = (typeof SECRET_PAGES)[number];

/** Whether the address of a page may hold a secret, in whatever case its path is written. */
export const isSecretPage = (path: string): boolean => {
  const asked = path.toLowerCase().replace(/\/$/, "");
  return SECRET_PAGES.some((page) => page === asked);
};

/** Where a provider sends browsers back to, which has to be entered there: below PUBLIC_URL. */
export const callbackPath = (platform: Platform): `/auth/${Platform}/callback` =>
  `/auth/${platform}/callback`;

/** Tabs of the site listen here: a provider's own opener policy may have cut the window off. */
export const AUTH_CHANNEL = "zlgAuth";

/** What a member of the team may do beyond what every member may [TEAM-01]. In this order they are listed. */
export const PERMISSIONS = [
  "tickets",
  "strikes",
  "members",
  "addresses",
  "points",
  "orders",
  "site",
  "bridge",
  "audit",
  "roles",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Roles that every community has, beside Admins, who may do everything. Their permissions are fixed. */
export const BUILT_IN_ROLES = [
  { id: "moderator", name: "Moderator", permissions: ["tickets", "strikes", "members"] },
  { id: "shopkeeper", name: "Shopkeeper", permissions: ["members", "points", "orders"] },
  { id: "editor", name: "Editor", permissions: ["site"] },
] as const satisfies readonly { id: string; name: string; permissions: readonly Permission[] }[];

/** How many roles of its own a community can have, and how many of all roles one person. */
export const TEAM_ROLES_MAX = 50;
/** The longest name of a role, in characters. */
export const ROLE_NAME_MAX = 40;

/** In the order of the list, each once. */
export const sortedPermissions = (given: Iterable<Permission>): Permission[] => {
  const all = new Set(given);
  return PERMISSIONS.filter((permission) => all.has(permission));
};

/** The columns of a file of members, in the order in which they are written. */
export const MEMBER_COLUMNS = [
  "email",
  "first_name",
  "last_name",
  "discord_id",
  "steam_id",
  "minecraft_uuid",
  "epic_id",
  "points",
  "tier",
  "tier_until",
  "created_at",
  "news_by_email",
] as const;
export type MemberColumn = (typeof MEMBER_COLUMNS)[number];

/** What of the community's document everybody agrees to who has an account. */
export const POLICY_KINDS = ["rules", "privacy"] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

/** What a person can agree to. */
export const CONSENT_KINDS = [...POLICY_KINDS, "marketing"] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/**
 * By which way somebody said so. `earlier` is what was chosen before consents were written down, with the
 * time that the record of events knows.
 */
export const CONSENT_WAYS = [
  "registration",
  "settings",
  "prompt",
  "unsubscription",
  "import",
  "earlier",
] as const;
export type ConsentWay = (typeof CONSENT_WAYS)[number];

/**
 * Which text one agrees to by ticking news by email. It counts up whenever that text says something else,
 * and the old one stays beside it.
 */
export const MARKETING_VERSION = 1 as const;

/** The page that ends the news by email, and what providers post to. Its token is in the query. */
export const UNSUBSCRIBE_PATH = "/unsubscribe";

/** How the mailing of a post stands. */
export const MAILING_STATES = ["sending", "stopped", "done"] as const;

/**
 * What has become of the mail to one person: in the outbox, sent, given up, or never sent since they
 * withdrew or the mailing was stopped.
 */
export const MAILING_OUTCOMES = ["queued", "sent", "failed", "skipped"] as const;
export type MailingOutcome = (typeof MAILING_OUTCOMES)[number];

/** Why nothing was proven in a sign-in window. */
export const AUTH_FAILURES = [
  "denied", // the person said no
  "expired", // the flow is over: another browser's, redeemed before, or too late
  "unavailable", // the provider does not answer, or not us
  "garbage", // it answered with nonsense
  "limited", // too many attempts
  "site_unavailable", // our own database cannot be used
] as const;
export type AuthFailure = (typeof AUTH_FAILURES)[number];

/** What besides may keep a Microsoft account from proving a Minecraft one [LINK-13]. */
export const MINECRAFT_FAILURES = [
  "xboxBanned",
  "xboxGuardian",
  "xboxMissing",
  "xboxTerms",
  "xboxRegion",
  "xboxAge",
  "xboxPlaytime",
  "xboxChild",
  "xboxRefused", // for a reason that we have not heard of
  "noJavaProfile",
] as const;
export type MinecraftFailure = (typeof MINECRAFT_FAILURES)[number];
