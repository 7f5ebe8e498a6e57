import { type RefObject, useEffect } from "react";

/**
 * Keeps the current element of a row in the middle of what is seen of it, where the row has no room
 * for all: the selected tab, or the link that is marked with `aria-current`.
 * @param current which one that is; null while none is.
 */
export const useScrollToCurrent = (row: RefObject<HTMLElement | null>, current: string | null) => {
  useEffect(() => {
    if (current === null) return;
    const element = row.current;
    const marked = element?.querySelector('[aria-selected="true"], [aria-current]');
    if (element === null || marked == null || element.scrollWidth <= element.clientWidth) return;
    const { left, width } = marked.getBoundingClientRect();
    const fromLeftPx = left - element.getBoundingClientRect().left;
    element.scrollTo({ left: element.scrollLeft + fromLeftPx - (element.clientWidth - width) / 2 });
  }, [row, current]);
};
