import { keepPreviousData } from "@tanstack/react-query";

/** Options of every query for a list that comes in pages. Narrowed, it keeps its rows until the answer. */
export const PAGED = {
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  placeholderData: keepPreviousData,
} as const;

/** What the pages hold that were loaded so far; undefined until the first has come. */
export const itemsOf = <Item>(
  list: { pages: readonly { items: readonly Item[] }[] } | undefined,
): Item[] | undefined => list?.pages.flatMap(({ items }) => items);
