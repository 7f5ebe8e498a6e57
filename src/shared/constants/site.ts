/** The longest reason of a maintenance, in UTF-16 units. */
export const MAINTENANCE_REASON_MAX = 200;

/**
 * The sections of the site's document, by their names in code. What else `community.toml` says is the
 * machine's part, and stays in the file.
 */
export const SITE_SECTIONS = [
  "brand",
  "links",
  "menu",
  "home",
  "games",
  "servers",
  "tiers",
  "rewards",
  "shop",
  "rules",
  "pages",
  "privacy",
  "tickets",
  "mails",
  "welcome",
  "texts",
  "pictures",
] as const;
export type SiteSection = (typeof SITE_SECTIONS)[number];

/** The largest document, in bytes of its JSON; a section alone may be no larger. */
export const DOCUMENT_MAX = 2 * 1024 * 1024;
/** The longest note of a version, in UTF-16 units. */
export const NOTE_MAX = 200;

/** Where a version comes from. */
export const VERSION_SOURCES = ["file", "browser", "restore", "import"] as const;
export type VersionSource = (typeof VERSION_SOURCES)[number];

/** How bad it is: an error keeps a document from being published, the others do not. */
export const PROBLEM_LEVELS = ["error", "warning", "hint"] as const;
export type ProblemLevel = (typeof PROBLEM_LEVELS)[number];

/** What is found in a document, by names that stay. */
export const PROBLEM_CODES = [
  /** The schema refuses it, or it names a picture that is not there: an error. */
  "invalid",
  /** The document was written by a newer release: another error, of the whole. */
  "newer_format",
  "package_unsold",
  "package_unknown",
  "store_unknown",
  "tier_without_package",
  "tier_price",
  "game_without_servers",
  "calendar_server_gone",
  "play_unpaid",
  "votes_unpaid",
  "dead_link",
  "table_unread",
  "entry_hidden",
  "page_unlinked",
  "colours_close",
  "letter_not_drawn",
  "imprint_missing",
  "privacy_empty",
  "policy_gap",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** So many findings of one code are listed; how many more there are is said. */
export const PROBLEMS_LISTED = 20;

/** The highest number by which a package of the shop may be named. */
export const PACKAGE_ID_MAX = 999_999_999_999;
