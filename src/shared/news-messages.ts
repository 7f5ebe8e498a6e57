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
