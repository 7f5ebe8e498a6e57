/**
 * Titles and descriptions of screens that their routes name. The application starts with all routes, so
 * that what stands here is fetched by every page, and a screen's other sentences only with the screen.
 */
export const TITLES = {
  setup: "Setup",
  team: "Team",
  order: (orderId: number) => `Order #${orderId}`,
  calendarEntries: "Calendar",
  transcript: (id: number) => `Transcript of ticket #${id}`,
  savedReplies: "Saved replies",
  news: "News",
  newsAbout: (community: string) => `What is new at ${community}.`,
  lostFactor: "Lost your second factor?",
  keepFactor: "Keep your second factor",
  calendar: "Calendar",
  calendarAbout: (name: string) =>
    `Wipes, restarts, events and special rates of ${name}, in your own time zone.`,
  revertAddress: "Undo the address change",
  revertAddressAbout: (name: string) =>
    `Bring back the old email address of your account at ${name}.`,
  confirmAddress: "Confirm your new address",
  confirmAddressAbout: (name: string) =>
    `Confirm the new email address of your account at ${name}.`,
  confirmBrowser: "Use This Browser",
  endSessions: "End All Sessions",
} as const;
