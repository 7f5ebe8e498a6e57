import { useEffect } from "react";
import { countText } from "#shared/rules/count-text.ts";

const BADGE = /^\(\d+\+?\) /;

/** A title with the number of what is unread before it: "(3) Settings". None for 0. */
export const withBadge = (title: string, count: number): string => {
  const bare = title.replace(BADGE, "");
  return count > 0 ? `(${countText(count)}) ${bare}` : bare;
};

/**
 * Puts the number of what is unread before the title of the page, whoever writes that title and
 * whenever: each screen sets its own, and need not know of this.
 */
export const useTitleBadge = (count: number) => {
  useEffect(() => {
    const show = (shown: number) => {
      const title = withBadge(document.title, shown);
      if (title !== document.title) document.title = title;
    };
    show(count);
    const observer = new MutationObserver(() => show(count));
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      show(0);
    };
  }, [count]);
};
