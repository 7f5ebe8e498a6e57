import { numberText } from "#shared/rules/format.ts";

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
