import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

type PagedList = {
  fetchNextPage?: () => Promise<unknown>;
  isFetchingNextPage?: boolean;
  hasNextPage?: boolean;
};

/**
 * Loads the next page of a list. The button for it is gone with the last page: then the focus goes on
 * to what that brought.
 * @param rows holds an element for each of the `shown` ones.
 */
export const useLoadMore = (
  { fetchNextPage, isFetchingNextPage, hasNextPage }: PagedList,
  rows: RefObject<HTMLElement | null>,
  shown: number,
) => {
  const shownBefore = useRef<number | null>(null);
  const onLoaded = useEffectEvent(() => {
    const row = rows.current?.children[shownBefore.current ?? -1];
    const target = row?.querySelector<HTMLElement>("a, button") ?? row;
    if (hasNextPage !== true && target instanceof HTMLElement) target.focus();
    shownBefore.current = null;
  });
  useEffect(() => {
    if (isFetchingNextPage !== true) onLoaded();
  }, [isFetchingNextPage]);
  return () => {
    shownBefore.current = shown;
    void fetchNextPage?.();
  };
};
