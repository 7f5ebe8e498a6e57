/** How bad it is: an error keeps a document from being published, the others do not. */
export const PROBLEM_LEVELS = ["error", "warning", "hint"] as const;
export type ProblemLevel = (typeof PROBLEM_LEVELS)[number];

/** What is found in a document, by names that stay. */
export const PROBLEM_CODES = [
  /** The schema refuses it, or it names a picture that is not there: the one error. */
  "invalid",
  "package_unsold",
  "package_unknown",
  "store_unknown",
  "tier_without_package",
  "game_without_servers",
  "calendar_server_gone",
  "play_unpaid",
  "votes_unpaid",
  "dead_link",
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
