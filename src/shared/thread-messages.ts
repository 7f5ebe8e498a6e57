/** Changing what one has written. */
export const MESSAGE_CHANGES = {
  notYours: "Only its author can change a message.",
  tooLate: "A message can be changed for 10 minutes after it was sent.",
  gone: "This message was removed.",
  unknown: "There is no such message.",
  editFailed: "Failed to save the message.",
  removeFailed: "Failed to remove the message.",
} as const;

/** Mentioning people. */
export const MENTIONS = {
  unknown: "One of the people mentioned cannot be mentioned here.",
} as const;

/** The notification of whoever is mentioned. It names nobody: a name would outlast its account. */
export const MENTION_NOTIFICATION = (id: number, subject: string) => ({
  subject: `You were mentioned on ticket #${id}`,
  message: `You were mentioned in “${subject}”.`,
});

/** The box in which a message is written. */
export const COMPOSER = {
  people: "People to mention",
  found: (count: number) =>
    `${count} ${count === 1 ? "person" : "people"} to mention. Arrows choose, Enter takes one.`,
  formatting: "Formatting",
  marks: [
    ["**bold**", "bold"],
    ["*italics*", "italics"],
    ["`code`", "code"],
    ["- entry", "list"],
    ["> words", "quote"],
    ["[text](https://…)", "link"],
    ["@name", "mention"],
  ],
  editing: "Editing your message",
  cancel: "Cancel editing",
  save: "Save",
  keysHint: "Enter to save · Esc to cancel",
} as const;

/** What one can do about a message. */
export const MESSAGE_MENU = {
  open: (name: string) => `Actions for the message by ${name}`,
  quote: "Quote",
  edit: "Edit",
  remove: "Remove",
  removeTitle: "Remove this message?",
  removeText:
    "Its text and pictures will be gone for everyone, and a line will say that you removed it.",
  removeAction: "Yes, Remove",
} as const;

/** What people know of each other in a thread. */
export const THREAD_STATE = {
  edited: "Edited",
  removed: "This message was removed by its author.",
  seen: "Seen",
  seenAt: (name: string, at: string) => `Seen by ${name}, ${at}.`,
  typing: (names: string, count: number) => `${names} ${count === 1 ? "is" : "are"} writing…`,
  someone: "Someone of the team",
} as const;

/** Who has to answer. */
export const TURN = {
  team: "The team has to answer",
  answered: "The team has answered. It is your turn",
  people: "Answered. The player has to reply",
  closed: "Closed",
  closedSolved: "Closed as solved",
  closedUnsolved: "Closed as not solved",
  usually: (time: string) => `A first answer usually comes within ${time}.`,
  inList: { team: "Waiting for the team", people: "The team has answered" },
  inTeamsList: { team: "Waiting for an answer", people: "Answered" },
} as const;

/** Closing a ticket, and coming back to it. */
export const CLOSING = {
  question: "Is it solved?",
  word: "A word on that, if you like",
  solved: "Yes, solved",
  unsolved: "Not solved",
  answerCloses: "Either answer closes the ticket, and your word goes with it.",
  thanks: "Thank you for telling the team.",
  sayFailed: "Your answer could not be sent. Please try again.",
  openersOnly: "Whoever opened the ticket says whether it is solved.",
  notClosed: "This ticket is not closed.",
  saidAlready: "It has been said already whether this ticket is solved.",
  restoreAndAnswer: "Restore and answer",
} as const;
