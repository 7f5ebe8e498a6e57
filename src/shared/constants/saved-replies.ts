/** The longest title of a saved reply, in characters. */
export const REPLY_TITLE_MAX = 80;
/** The longest text, in characters: with its placeholders filled in it has to fit into a message. */
export const REPLY_TEXT_MAX = 3500;

/** How many the team can share, and how many one of them can keep alone. */
export const SHARED_REPLIES_MAX = 200;
export const OWN_REPLIES_MAX = 50;

/** What stands for something in a text, in braces, and what it stands for. */
export const REPLY_PLACEHOLDERS = {
  name: "the first name of whoever opened the ticket",
  ticket: "the ticket's number, such as #12",
  subject: "the ticket's subject",
  category: "the ticket's category",
  game: "the ticket's game or topic",
  server: "the ticket's server",
  helper: "your own first name",
  community: "the community's name",
} as const;
export type ReplyPlaceholder = keyof typeof REPLY_PLACEHOLDERS;
export const REPLY_PLACEHOLDER_NAMES = Object.keys(REPLY_PLACEHOLDERS) as ReplyPlaceholder[];
