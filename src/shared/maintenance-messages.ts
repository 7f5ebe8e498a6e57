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

/** Admin, Site: where maintenance begins and ends. */
export const MAINTENANCE_PANEL = {
  off: "The site is open.",
  offText:
    "In maintenance nobody but Admins can change anything. Status, rules, news and the login stay; plugins are asked to try again later.",
  on: (begun: string) => `In maintenance since ${begun}`,
  begin: "Begin maintenance…",
  change: "Change…",
  end: "Open the site",
  dialogTitle: "Maintenance",
  dialogText:
    "Members see at once, on every open page, why they have to wait. You and other Admins can go on.",
  reason: "Why",
  reasonHint: "One sentence that everybody reads, such as: We move to a faster machine.",
  expectedEnd: "Expected end",
  expectedEndHint: (zone: string) =>
    `May be empty. In your own time zone, ${zone}; readers see it in theirs. It does not open the site by itself.`,
  wrongEnd: "This is no date and time.",
  confirm: "Begin",
  confirmChange: "Save",
  failed: "It did not work. The site is as it was.",
  begun: "The site is in maintenance.",
  ended: "The site is open again.",
} as const;
