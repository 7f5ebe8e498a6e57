/** Every list that comes in pages. */
export const LISTS = {
  loadMore: "Load more",
  tryAgain: "Try again",
  clear: "Clear",
  /** Read to people who do not see the rows. */
  shown: (count: number, unit: string) => `${count} ${unit} shown`,
} as const;

/** Boxes in which people are looked for. */
export const PEOPLE = {
  list: "People",
  anyone: "Anyone",
  searchByName: "Search by name",
  loadFailed: "The list of people could not be loaded.",
  /** @param label of the filter that is cleared. */
  showAll: (label: string) => `${label}: show all`,
} as const;
