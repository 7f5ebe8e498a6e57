/** The list of one's notifications. */
export const NOTIFICATION_LIST = {
  eyebrow: "What is new",
  title: "Notifications",
  readAll: "Mark all as read",
  create: "Create Notification",
  remove: {
    title: "Delete this notification?",
    text: "It disappears for everyone who got it, and nobody can bring it back.",
    action: "Yes, Delete",
  },
  empty: {
    title: "All quiet in the den",
    text: "Answers to your tickets and news from the team turn up here. Something on your mind? Open a ticket.",
    action: "Open a ticket",
  },
} as const;

/** Choosing who gets a notification. */
export const TARGETS = {
  search: "Search users",
  list: "Users",
  chosen: "Chosen people",
  placeholder: "First name, last name or email",
  nobody: "Nobody found. Try the beginning of a name or of an address.",
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
  unknownTargets: "Somebody among the chosen people has no account any more.",
  read: "Marked as read.",
  removed: "Notification deleted.",
  created: "Notification created successfully!",
  unknown: "There is no such notification.",
} as const;

/** Sending a notification. */
export const NOTIFICATION_FORM = {
  everyone: "Everyone, and those who join later.",
  chosen: "The people you choose.",
  whoGetsIt: "Who gets it",
  sent: (created: string) => `${created} Taking you back to the list.`,
  goNow: "Go there now",
  everyoneTitle: "Send it to everyone?",
  everyoneText: "All members get this notification, and so does everyone who joins later.",
} as const;

/** One notification in the list. */
export const NOTIFICATION_ENTRY = {
  markRead: "Mark as read",
} as const;

/** What a new member finds, the later one on top [ACC-03]. */
export const WELCOME: readonly ((siteName: string) => { subject: string; message: string })[] = [
  () => ({
    subject: "Link your game accounts",
    message:
      "Your Discord account is linked already. Your game accounts come next: open the tab Accounts in your settings and link them there, so that our servers know who is playing.",
  }),
  (siteName) => ({
    subject: `Welcome to ${siteName}`,
    message:
      "Good to have you in the den! Pick a server from the list, read the rules before your first raid, and say hello in our Discord. If anything goes wrong, our admins are around.",
  }),
];
