import type { NoticeChannel, NoticeTopic } from "./constants/notices.ts";

/** How one is told: the tab of the settings. */
export const NOTICE_SETTINGS = {
  title: "How you are told",
  intro: "Choose what reaches you, and how. A change is saved at once.",
  tableLabel: "What reaches you, and how",
  topic: "About",
  topics: {
    tickets: { title: "Tickets", text: "Answers, and who was added or closed it." },
    points: { title: "Points", text: "When the team changes your points." },
    shop: { title: "Shop", text: "What came of a purchase. Receipts always come by email." },
    strikes: {
      title: "Strikes",
      text: "When you get a strike or a warning, and when one is lifted.",
    },
    news: { title: "News", text: "What the team writes to you or to everyone." },
  } satisfies Readonly<Record<NoticeTopic, { title: string; text: string }>>,
  channels: { bell: "Bell", mail: "Email", push: "Push" } satisfies Readonly<
    Record<NoticeChannel, string>
  >,
  /** Of a switch, for whoever cannot see the table. */
  choice: (topic: NoticeTopic, channel: NoticeChannel) =>
    `${NOTICE_SETTINGS.topics[topic].title}: ${NOTICE_SETTINGS.channels[channel]}`,
  newsByMail: "In Privacy",
  newsByMailLabel: "In Privacy: news by email",
  always: "Always",
  alwaysLabel: "Strikes: you are always told by the bell",
  bellHint: "What you turn off at the bell is not counted there; it stays in your list as read.",
  mailHint:
    "Emails are for what you have not read after ten minutes, an answer on a ticket with its words. Nobody reads replies to them.",
  withoutMail: "This site sends no email at the moment.",
  pushHint: "Push says that there is something, and never what was written.",
  saved: "Saved.",
  failed: "That could not be saved. Please try again.",
  loadFailed: "Your choices could not be loaded.",
  quiet: {
    title: "Quiet hours",
    text: "Push and email wait until they end. The bell does not wait, nor does an email about a strike.",
    switch: "Keep some hours quiet",
    from: "From",
    until: "Until",
    zone: "Time zone",
    ofCommunity: (zone: string) => `The community's (${zone})`,
    ofBrowser: (zone: string) => `This browser's (${zone})`,
    incomplete: "Enter both times.",
  },
  digest: {
    title: "Emails of a day as one",
    text: "Instead of an email for each thing you get one, at an hour of your choice, if there is anything.",
    label: "When emails come",
    off: "Each by itself",
    at: (time: string) => `Once a day, at ${time}`,
  },
} as const;

/** Push: which browsers are notified. */
export const PUSH_SETTINGS = {
  title: "Push",
  text: "Your browser tells you what happens, even while this site is closed.",
  add: "Notify this browser",
  adding: "One moment…",
  added: "This browser is notified from now on.",
  test: "Send a test",
  list: "Browsers that are notified",
  thisBrowser: "This browser",
  remove: "Remove",
  removeLabel: (browser: string) => `Remove ${browser}`,
  removed: "That browser is notified no more.",
  since: "Added",
  seen: "Last used",
  pushed: "Last notified",
  never: "Not notified yet",
  failed: "That did not work. Please try again.",
  subscribeFailed:
    "Your browser could not be registered with its maker's push service. Some browsers and networks block it: try again, or use another browser.",
  denied: {
    title: "Notifications are blocked in this browser",
    text: "You said no once, and a site may not ask again. Choose the icon beside the address, allow notifications for this site, and come back here.",
  },
  install: {
    title: "On an iPhone or iPad, add this site to the home screen first",
    text: "Choose Share, then “Add to Home Screen”. Open the site from there, log in, and come back to this page.",
  },
  missing: {
    title: "This browser cannot be notified",
    text: "It has no push, or forbids it in private windows and without https. The bell and email work everywhere.",
  },
} as const;
