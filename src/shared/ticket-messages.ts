/** The lists of tickets. */
export const TICKET_LISTS = {
  Open: {
    title: "Open Tickets",
    eyebrow: "Support",
    empty: {
      text: "A bug, a purchase that did not arrive, a server that will not let you in? Tell the team, and talk it through right here.",
      action: "Create a ticket",
    },
  },
  closed: {
    title: "Trash",
    eyebrow: "Closed tickets",
    empty: {
      text: "Closed tickets are kept here with everything that was said. Any of them can be restored.",
      action: "See the open tickets",
    },
  },
  unread: "Unread: ",
  noMatch: {
    title: "No ticket matches.",
    text: "Try fewer words or another filter, or show all of them.",
  },
} as const;

/** The thread of a ticket. */
export const THREAD_SCREEN = {
  older: "Show earlier messages",
  write: "Write a message",
  keysHint: "Enter to send · Shift+Enter for a new line",
  noneHint: "Write the first one. Everyone on this ticket is notified.",
} as const;

/** The questions of a category. */
export const TICKET_QUESTIONS_ASKED = {
  missing: (label: string) => `Please answer “${label}”.`,
  unknownChoice: (label: string) => `Please choose one of the answers to “${label}”.`,
  unfit: (label: string, max: number) =>
    `The answer to “${label}” has at most ${max} characters and none that are invisible.`,
  unknown: "The questions of this category have changed. Reload the page to see them.",
  choose: "Choose an answer",
  optional: "Optional",
} as const;

/** Who is on a ticket. */
export const TICKET_PEOPLE = {
  label: "Assigned people",
  hint: "Optional. The team sees every ticket; add who else should take part.",
  nobody: "No one found by that name.",
  full: (max: number) => `${max} people at most can be on a ticket.`,
} as const;

/** Tickets. */
export const TICKETS = {
  takenBy: (name: string) => `${name} has just taken this ticket.`,
  givenBack: "Nobody takes care of this ticket any more. Look again, then take it.",
  openFailed: "Failed to fetch open tickets. Please try again.",
  closedFailed: "Failed to fetch closed tickets. Please try again.",
  closeFailed: "Failed to close the ticket.",
  restoreFailed: "Failed to restore the ticket.",
  createFailed: "Failed to create ticket.",
  updateFailed: "Failed to update ticket.",
  loadFailed: "Failed to fetch ticket, messages, or Discord info.",
  signInToCreate: "You must be logged in to create a ticket.",
  mayNotCreate: "You do not have permission to create a ticket.",
  mayNotEdit: "You are not authorized to edit this ticket.",
  mayNotAssign: "Only the creator of a ticket and Admins may change who is assigned to it.",
  noneOpen: "You have no open tickets.",
  noneClosed: "You have no tickets yet!",
  closedInList: "Ticket closed.",
  restoredInList: "Ticket reopened.",
  created: "Ticket created! Redirecting...",
  updated: "Ticket updated successfully!",
  closed: "Ticket closed. Thank you!",
  restored: "Your ticket has been reopened.",
  unknown: "There is no such ticket.",
  forTeam: "Only those who may see tickets of its category as one of the team may do that.",
  taken: "You are now on this ticket.",
  takeFailed: "Failed to take the ticket.",
  alreadyClosed: "This ticket is already closed.",
  mergedAway: (into: number) => `This ticket was merged into #${into}, where it goes on.`,
  alreadyOpen: "This ticket is already open.",
  closedForEdit: "This ticket is closed. Restore it to change it.",
  categoryStays:
    "Only some of the team see tickets of this category. Ask them to move it to another one.",
  changedMeanwhile:
    "Someone changed this ticket in the meantime. Reload it to see the latest version.",
  unknownCategory: (known: readonly string[]) => `must be one of ${known.join(", ")}`,
  unknownServer: "There is no such server for this game.",
  unknownPeople: "One of the assigned people cannot be chosen.",
  creatorStays: "Whoever opened a ticket stays assigned to it.",
  tooManyPeople: "At most 20 people can be on a ticket.",
} as const;

/** Messages on a ticket. */
export const THREAD = {
  none: "No messages yet.",
  sendFailed: "Failed to send message.",
  waitsForConnection: "It will be sent once the connection is back.",
  needsDiscord: "Link a Discord account to send messages.",
  ticketClosed: "This ticket is closed. Restore it to reply.",
  unknownPicture: "Pictures can only be shown from hosts that this community has configured.",
} as const;

/** What happened to a ticket, after who did it. */
export const TICKET_ENTRIES = {
  opened: "opened the ticket",
  took: "took the ticket",
  leftIt: "left the ticket",
  closed: "closed the ticket",
  restored: "restored the ticket",
} as const;

/** Pictures in messages. */
export const TICKET_PICTURES = {
  broken: "Picture cannot be shown",
  arrowKeys: "Use the arrow keys to browse.",
  asLarge: "As large as the screen allows.",
  place: (index: number, count: number) => `${index} of ${count} in this message`,
  open: (index: number, count: number) => `Open picture ${index} of ${count}`,
} as const;

/** Writing a ticket, and changing one. */
export const TICKET_FORM = {
  keptAsTyped: "What you typed is kept.",
  reload: "Reload the ticket",
  backToTicket: "Back to the ticket",
  backToOpen: "Back to the open tickets",
  leaveTitle: "Leave without saving?",
  leaveText: "Your changes to this ticket are not saved yet and will be lost.",
  holdsControls: "This contains invisible control characters. Please write it without them.",
  tooLong: (max: string) => `This is too long. The limit is ${max} characters.`,
  optionsFailed: "The games and servers could not be loaded.",
  savedMeanwhile: "In the meantime it was saved as:",
  chooseGameFirst: "Choose a game first",
} as const;

/** One ticket. */
export const TICKET_SCREEN = {
  copyLink: (ticketId: number) => `Copy link to ticket #${ticketId}`,
  loading: "Loading the ticket…",
  unknownHint: "The number may be wrong, or the ticket belongs to someone else.",
  backToOpen: "Back to open tickets",
  isOpener: ", who opened the ticket",
  take: "Take ticket",
} as const;

/** Asked before a ticket is closed or restored. */
export const TICKET_QUESTIONS = {
  closeTitle: "Close this ticket?",
  closeText: "No more replies. You can restore it any time.",
  closeForOpener:
    "No more replies. Whoever opened it is asked whether it is solved, and anyone on it can restore it.",
  restoreTitle: "Restore this ticket?",
  restoreText: "It opens again, and everyone on it can reply.",
} as const;

/** What narrows a list of tickets down. */
export const TICKET_FILTERS = {
  search: "Search by subject",
  waiting: { label: "Waiting", title: "Only tickets that the team has not answered" },
  mine: { label: "Mine", title: "Only tickets I'm on" },
} as const;

/** Merging two tickets of one person: what the server answers. */
export const TICKET_MERGES = {
  same: "A ticket cannot be merged into itself.",
  otherPerson: "Only tickets of the same person can be merged.",
  already: (into: number) => `This ticket was merged into #${into} already.`,
  targetMerged: (into: number) =>
    `The other ticket was merged into #${into} meanwhile. Choose that one instead.`,
  targetClosed: "The other ticket is closed. Restore it first.",
  tooManyPeople: (max: number) =>
    `Together more than ${max} people are on the two tickets. Take some off first.`,
} as const;

/** Merging two tickets of one person: what the screens say. */
export const TICKET_MERGE_SCREEN = {
  open: "Merge",
  title: (id: number) => `Merge ticket #${id} into another?`,
  choose: "Into this open ticket of the same person",
  what: (id: number, into: number) =>
    `Messages, notes and history of #${id} move to #${into}, and everyone on either ticket is then on #${into}. Ticket #${id} is closed and points there.`,
  forGood: "This cannot be undone.",
  none: "This person has no other open ticket.",
  confirm: "Merge for good",
  done: (id: number, into: number) => `Ticket #${id} was merged into #${into}.`,
  failed: "The tickets could not be merged.",
  loadFailed: "The other tickets of this person could not be loaded.",
  goThere: (into: number) => `Open ticket #${into}`,
} as const;

/** Notifications about a ticket. They name nobody: a name would outlast its account. */
export const TICKET_NOTIFICATIONS = {
  opened: (id: number, subject: string, category: string) => ({
    subject: `New ticket #${id}`,
    message: `“${subject}” was opened in ${category}.`,
  }),
  assigned: (id: number, subject: string) => ({
    subject: `Ticket #${id} was assigned to you`,
    message: `You were added to “${subject}”.`,
  }),
  takenOver: (id: number, subject: string) => ({
    subject: `Ticket #${id} is not yours any more`,
    message: `Someone else on the team decides who takes care of “${subject}” now.`,
  }),
  answered: (id: number, subject: string) => ({
    subject: `New reply on ticket #${id}`,
    message: `There is a new reply on “${subject}”.`,
  }),
  merged: (id: number, into: number, subject: string) => ({
    subject: `Ticket #${id} was merged into #${into}`,
    message: `Everything goes on in “${subject}”: write there.`,
  }),
  closed: (id: number, subject: string) => ({
    subject: `Ticket #${id} was closed`,
    message: `“${subject}” was closed. If it isn't solved, restore it.`,
  }),
  closedForOpener: (id: number, subject: string) => ({
    subject: `Ticket #${id} was closed`,
    message: `“${subject}” was closed. Is it solved? Open the ticket and say so with one tap. If it isn't, restore it there.`,
  }),
};

/** Links to a ticket. */
export const TICKET_LINKS = {
  number: (ticketId: number) => `Ticket #${ticketId}`,
  goTo: (ticketId: number) => `Go to ticket #${ticketId}`,
} as const;
