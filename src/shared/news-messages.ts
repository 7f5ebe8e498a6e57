/** What is said of news. */
export const NEWS = {
  unknown: "There is no such post.",
  changedMeanwhile: "Somebody else has changed this post. Open it again to see what it says now.",
  slugTaken: "Another post has this address. Choose another one.",
  noSlug: "Give the post an address of its own: its title has no letters for one.",
  pinBackwards: "The end must be after the beginning.",
  pinHalf: "Say until when it stays pinned.",
  dateFixed: "It has appeared already: its date stays.",
  textProblem: (problem: string) => `The text ${problem}.`,
} as const;

/** The screens of the news. */
export const NEWS_SCREEN = {
  title: "News",
  description: (community: string) => `What is new at ${community}.`,
  intro: "What is new, and what is coming.",
  loadFailed: "The news could not be loaded.",
  feeds: "Follow the news",
  /** @param format of the feed, such as "Atom". */
  feed: (format: string) => `${format} feed`,
  empty: {
    title: "No news yet",
    text: "When there is something to tell, it appears here.",
  },
  all: "All news",
  changed: "Changed",
  copyLink: "Copy link",
  pinned: "Announcement",
  close: "Close this announcement",
} as const;
