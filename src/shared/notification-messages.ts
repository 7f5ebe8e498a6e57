import type { MailedTopic, NoticeChannel, NoticeTopic } from "./constants/notices.ts";
import type { NotificationKind } from "./constants/notifications.ts";
import { numberText } from "./rules/format.ts";

/** The list of one's notifications. */
export const NOTIFICATION_LIST = {
  eyebrow: "What is new",
  title: "Notifications",
  readAll: "Mark all as read",
  create: "Create Notification",
  remove: {
    title: "Delete this notification?",
    text: "It disappears for everyone who received it. This cannot be undone.",
    action: "Yes, Delete",
  },
  show: "Show",
  filters: { all: "All", unread: "Unread", tickets: "Tickets", news: "News" },
  unit: "unread",
  unread: "Unread",
  /** Beside the number of a ticket. */
  several: (count: number) => `${count} notifications`,
  empty: {
    all: {
      text: "Replies to your tickets and news from the team appear here. Something on your mind? Open a ticket.",
    },
    unread: {
      title: "You are up to date",
      text: "You have read everything. What comes in next appears here.",
    },
    tickets: {
      title: "Nothing about tickets",
      text: "Replies to your tickets appear here, along with who was added or closed them. Something on your mind? Open a ticket.",
    },
    news: {
      title: "No news yet",
      text: "Messages from the team appear here.",
    },
    action: "Open a ticket",
    showAll: "Show all",
  },
} as const;

/** Choosing who gets a notification. */
export const TARGETS = {
  search: "Search users",
  list: "Users",
  chosen: "Chosen people",
  placeholder: "First name, last name or email",
  nobody: "Nobody found. Try the beginning of a name or an email.",
  count: (chosen: number, max: number) => `${chosen} of ${max} people chosen.`,
  full: "That is as many as one notification can reach.",
  remove: (name: string) => `Remove ${name}`,
} as const;

/** Notifications. */
export const NOTIFICATIONS = {
  loadFailed: "Error fetching notifications.",
  readFailed: "Error marking as read.",
  removeFailed: "Error deleting notification.",
  createFailed: "Failed to create notification.",
  emptySubject: "Subject cannot be empty.",
  emptyMessage: "Message cannot be empty.",
  noTargets: "You must select at least one user for a targeted notification.",
  badLink: "Enter a path of this site, such as /shop, or an address that begins with https://.",
  unknownTargets: "One of the chosen people no longer has an account.",
  read: "Marked as read.",
  withdrawFailed: "The notification could not be withdrawn.",
  withdrawn: "Notification withdrawn.",
  removed: "Notification deleted.",
  created: "Notification created successfully!",
  unknown: "There is no such notification.",
} as const;

/** Sending a notification. */
export const NOTIFICATION_FORM = {
  link: "Link (optional)",
  linkHint: "A page of this site, such as /shop, or an address that begins with https://.",
  /** Offered while one types a link. */
  pages: {
    "/shop": "Shop",
    "/rules": "Rules",
    "/#ServerListDisplay": "Servers",
    "/member/stats": "Overview",
    "/member/points": "Points",
    "/member/subscription": "Subscription",
    "/member/accountsettings?tab=Accounts": "Linked accounts",
    "/member/tickets/new-ticket": "New ticket",
  },
  everyone: "Everyone, including members who join later.",
  chosen: "The people you choose.",
  whoGetsIt: "Who gets it",
  sent: (created: string) => `${created} Taking you back to the list.`,
  goNow: "Go there now",
  everyoneTitle: "Send it to everyone?",
  everyoneText: "All members get this notification, including those who join later.",
} as const;

/** One notification in the list. */
export const NOTIFICATION_ENTRY = {
  markRead: "Mark as read",
  showAll: "Show all of it",
  unread: "Unread",
  toEveryone: "To everyone",
  /** Before the name of another site. */
  leadsTo: "Leads to",
} as const;

const peopleText = (people: number) =>
  `${numberText(people)} ${people === 1 ? "person" : "people"}`;

/** What an Admin has written to others. */
export const SENT = {
  title: "Sent by you",
  empty: "You have not sent a notification yet.",
  everyone: (people: number) => `Everyone, ${peopleText(people)}`,
  people: peopleText,
  readBy: (people: number) => `${numberText(people)} read it`,
  withdraw: "Withdraw",
  withdrawn: "Withdrawn",
  question: "Withdraw this notification?",
  consequence: (people: number, readBy: number) =>
    `${peopleText(people)} got it, and ${numberText(readBy)} of them read it. It disappears from every list. This cannot be undone.`,
  confirm: "Yes, Withdraw",
} as const;

/** How somebody is told: what the use cases answer. */
export const PREFERENCES = {
  sameTime: "Quiet hours cannot begin and end at the same time.",
  unknownZone: "There is no such time zone.",
} as const;

/** What ends mails of one topic with one click. */
const TOPIC_MAILS: Readonly<Record<MailedTopic, string>> = {
  tickets: "emails about tickets",
  points: "emails about your points",
  shop: "emails about your purchases",
};

/** Mails of what somebody has not read on the site. */
export const NOTICE_MAIL = {
  answerSubject: (ticketId: number, subject: string) => `Re: ${subject} (ticket #${ticketId})`,
  answerHeading: (count: number) => (count === 1 ? "A new answer for you" : "New answers for you"),
  answerSummary: (author: string) => `${author} has answered your ticket.`,
  wrote: (author: string, time: string) => `${author} wrote on ${time}:`,
  pictures: (count: number) =>
    count === 1 ? "[A picture: see it on the site]" : `[${count} pictures: see them on the site]`,
  files: (count: number) =>
    count === 1 ? "[A file: see it on the site]" : `[${count} files: see them on the site]`,
  more: (count: number) =>
    count === 1
      ? "There is one more. Open the site to see it."
      : `There are ${count} more. Open the site to see them.`,
  answerAction: "Open the ticket",
  noticeAction: "See it on the site",
  digestSubject: (brand: string, count: number) =>
    count === 1 ? `${brand}: one thing that is new` : `${brand}: ${count} things that are new`,
  digestHeading: "What is new",
  digestSummary: "What you have not read on the site yet.",
  digestTicket: (ticketId: number, subject: string) => `Ticket #${ticketId}: ${subject}`,
  digestAction: "Open your notifications",
  noReplies: "Nobody reads replies to this email. Answer on the site, where the team sees it.",
  answerReason: (brand: string) =>
    `You got this email because you had not read an answer on a ticket at ${brand} after ten minutes.`,
  noticeReason: (brand: string) =>
    `You got this email because you had not read this at ${brand} after ten minutes.`,
  sentBy: (operator: string, contactEmail: string) => `Sent by ${operator}, ${contactEmail}.`,
  unsubscribe: (topic: MailedTopic | null) =>
    topic === null ? "Turn off these emails" : `Turn off ${TOPIC_MAILS[topic]}`,
} as const;

/** The page that ends such mails. */
export const NOTICE_UNSUBSCRIPTION = {
  question: (topic: MailedTopic | null, brand: string) =>
    topic === null
      ? `End the emails about what you have not read at ${brand}?`
      : `End ${TOPIC_MAILS[topic]} from ${brand}?`,
  text: "You keep getting the emails that your account needs, and everything stays on the site.",
  action: "Turn them off",
  doneTitle: "They are turned off",
  done: (topic: MailedTopic | null, brand: string) =>
    topic === null
      ? `You get no more emails about what you have not read at ${brand}.`
      : `You get no more ${TOPIC_MAILS[topic]} from ${brand}.`,
  again: "You can turn them on again in the Notifications tab of your settings.",
} as const;

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

/** Browsers that are reached by push: what the use cases answer. */
export const PUSH = {
  unknown: "This browser is not among those that are notified.",
  badEndpoint: "This browser's push service is not one that the site knows.",
  badKeys: "The browser's keys cannot be used.",
  none: "No browser of yours is notified yet.",
  testQueued: "A test is on its way. It arrives within a few seconds.",
} as const;

const ON_TICKET: Partial<Readonly<Record<NotificationKind, (ticketId: number) => string>>> = {
  ticket: (ticketId) => `Ticket #${ticketId} was opened.`,
  mention: (ticketId) => `You were mentioned on ticket #${ticketId}.`,
  reply: (ticketId) => `There is an answer on ticket #${ticketId}.`,
  assignment: (ticketId) => `You were added to ticket #${ticketId}.`,
  closing: (ticketId) => `Ticket #${ticketId} was closed.`,
};

const ABOUT: Readonly<Record<NoticeTopic, string>> = {
  tickets: "There is something new in your tickets.",
  points: "Your points have changed.",
  shop: "There is something new about your purchases.",
  // Not more: others may see the screen.
  strikes: "There is something new about your account.",
  news: "There is news for you.",
};

/** What a push says: that there is something, and nothing of it, as others may see the screen [PUSH-10]. */
export const PUSH_SENTENCES = {
  about: (topic: NoticeTopic, kind: NotificationKind, ticketId: number | null) =>
    ticketId === null
      ? ABOUT[topic]
      : (ON_TICKET[kind]?.(ticketId) ?? `There is something new on ticket #${ticketId}.`),
  test: "This is a test. Notifications reach this browser.",
} as const;
