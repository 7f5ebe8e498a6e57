/** What is said while the site is in maintenance, and where it begins and ends. */
export const MAINTENANCE = {
  refused: (reason: string) =>
    `Nothing can be changed at the moment, as the site is in maintenance: ${reason}`,
  endIsPast: "The expected end must be in the future.",
  title: "Maintenance",
  expectedEnd: "It is expected to end on",
  takesLonger: "It takes longer than expected.",
  change: "Change",
  closedTitle: "Back soon",
  closedText:
    "Until then this screen is closed, and nothing can be changed. The status of the servers, the rules and the login stay open, and this page opens by itself.",
  home: "Home",
} as const;
