/** What stands around every screen of the member area. */

/** Entries of its navigation that lead to screens of other features. */
export const MEMBER_NAV = {
  queue: "Queue",
  strikes: "Strikes",
} as const;

/** What the team is told until a session has proven a second factor. */
export const TEAM_FACTOR = {
  title: "Your team permissions are off",
  text: "They begin once you have set up a second factor, or have logged in with the one you have.",
  here: "Add a passkey or an authenticator app below, and they are on at once. If you have one already, log out and log in again with it.",
  long: "Whoever helps to run this site needs a second factor: an authenticator app or a passkey. Set one up now, which takes a minute, and go on here. If you have one already, log out and log in again with it.",
  action: "Set it up",
} as const;

/** Stands above the screens of the member area while something is forbidden. */
export const STRIKE_STRIP = {
  title: "A strike is in force",
  see: "See strikes",
} as const;

/** The member area. */
export const MEMBER_AREA = {
  index: "Select a module from the navigation above.",
  stats: "Stats Coming Soon!",
} as const;
