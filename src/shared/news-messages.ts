/** What is said of news. */
export const NEWS = {
  unknown: "There is no such post.",
  unknownDraft: "This draft is gone: it was published or discarded.",
  draftChanged: "Somebody else has saved, published or discarded this draft meanwhile.",
  tooManyDrafts: (max: number) =>
    `There are ${max} drafts of posts already. Publish or discard some of them.`,
  changedMeanwhile: "Somebody else has changed this post. Open it again to see what it says now.",
  slugTaken: "Another post has this address. Choose another one.",
  noSlug: "Give the post an address of its own: its title has no letters for one.",
  pinBackwards: "The end must be after the beginning.",
  pinTooEarly: "It must end after the post appears.",
  pinHalf: "Say until when it stays pinned.",
  dateFixed: "It has appeared already: its date stays.",
  textProblem: (problem: string) => `The text ${problem}.`,
} as const;

/** The screens of the news. */
export const NEWS_SCREEN = {
  intro: "What is new, and what is coming.",
  loadFailed: "The news could not be loaded.",
  feeds: "Follow the news",
  /** @param format of the feed, such as "Atom". */
  feed: (format: string) => (format.endsWith(" Feed") ? format : `${format} feed`),
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

/** The list of posts that Admins see. */
export const NEWS_ADMIN = {
  drafts: "Drafts",
  untitled: "Untitled",
  newPost: "New post",
  changes: "Changes",
  unknownDraft: "The draft could not be loaded.",
  add: "New post",
  edit: "Edit post",
  columns: { post: "Post", state: "State", appears: "Appears", pinned: "Pinned until" },
  states: { scheduled: "Scheduled", published: "Published", pinned: "Pinned" },
  allStates: "All posts",
  sorts: {
    appears: "Earliest first",
    "-appears": "Latest first",
    pinned: "Pinned, soonest end",
    "-pinned": "Pinned, latest end",
  },
  csv: [
    "Post",
    "Address",
    "State",
    "Appears (UTC)",
    "Pinned from (UTC)",
    "Pinned until (UTC)",
    "Summary",
  ],
  noMatch: { title: "No post matches.", text: "Choose another state." },
  empty: {
    title: "No posts yet",
    text: "Tell your community what is new. A post can appear now or later, be pinned to every page, and notify members.",
  },
} as const;

/** The form of a post. */
export const NEWS_FORM = {
  all: "All posts",
  post: "The post",
  title: "Title",
  summary: "Summary",
  summaryHint: "One or two sentences for the list, link previews, feeds and the notification.",
  slug: "Address",
  slugHint: "Left empty, it follows from the title.",
  text: "Text",
  textHint: "In Markdown. A line that begins with ## is a heading.",
  preview: "Preview",
  write: "Write",
  previewFailed: "The preview could not be made.",
  appears: "Appears",
  appeared: "It appeared",
  appearances: { now: "Now", later: "At a time" },
  publishAt: "Date and time",
  /** @param zone such as "Europe/Berlin". */
  inZone: (zone: string) => `In your time zone, ${zone}.`,
  pinned: "Pinned to every page",
  pinnedHint: (zone: string) =>
    `Without an end it is not pinned. Without a beginning it is pinned from now on. In your time zone, ${zone}.`,
  pinnedFrom: "From",
  pinnedUntil: "Until",
  notifies: "Notify all members",
  notifiesHint:
    "Everyone gets a notification with title and summary once the post appears. That cannot be undone.",
  notified: "All members were notified when it appeared.",
  publish: "Publish",
  schedule: "Schedule",
  save: "Save changes",
  cancel: "Cancel",
  discard: "Discard them",
  restored: "This was begun and not published yet: go on with it.",
  /** How it stands with the draft on the server. */
  saving: {
    none: "What you write is kept as a draft.",
    waiting: "Saving the draft…",
    saving: "Saving the draft…",
    saved: "Draft saved. Only the team sees it.",
    failed: "The draft is not saved yet. It is tried again.",
    conflict: "Somebody else has saved this draft.",
  },
  draftConflict: "Somebody else has saved or published this draft meanwhile. Yours is still here.",
  keepMine: "Keep mine",
  noTitle: "Give the post a title.",
  noSummary: "Write a summary.",
  noText: "Write a text.",
  badSlug: "Use lower-case words joined by hyphens.",
  noMoment: "Choose a date and a time.",
  /** @param wasPublished whether it had appeared before. */
  saved: (isPublished: boolean, wasPublished: boolean) =>
    wasPublished ? "Post saved." : isPublished ? "Post published." : "Post scheduled.",
  saveFailed: "The post could not be saved.",
  loadFailed: "The post could not be loaded.",
  outdated: "Somebody else has changed this post.",
  outdatedText: "Nothing of yours is lost. Go on with both, then look it over and save.",
  keepBoth: "Keep my changes and theirs",
  takeTheirs: "Take theirs",
  remove: "Delete",
  removeTitle: "Delete this post?",
  removeText: "It disappears from the site at once. This cannot be undone.",
  removeAction: "Yes, Delete",
  removeFailed: "The post could not be deleted.",
  removed: "Post deleted.",
} as const;
