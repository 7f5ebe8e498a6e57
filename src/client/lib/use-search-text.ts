import { useEffect, useEffectEvent, useRef, useState } from "react";
import { SEARCH_AFTER_MS } from "#shared/constants/timings.ts";

/**
 * What stands in a search box whose words live elsewhere, as in the address.
 * @param committed what is searched for now.
 * @param commit told what to search for when the typing pauses.
 */
export const useSearchText = (committed: string, commit: (text: string) => void) => {
  const [text, setText] = useState(committed);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const onPause = useEffectEvent((typed: string) => {
    timer.current = null;
    commit(typed.trim());
  });
  const stop = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  };

  // Cleared or gone back: the box follows, unless somebody is typing in it.
  useEffect(() => {
    if (timer.current === null) setText((now) => (now.trim() === committed ? now : committed));
  }, [committed]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );

  return {
    text,
    type: (typed: string) => {
      setText(typed);
      stop();
      timer.current = setTimeout(() => onPause(typed), SEARCH_AFTER_MS);
    },
    /** Searches for what stands there without waiting: who goes on to a ticket is not called back. */
    searchNow: () => {
      if (timer.current === null) return;
      stop();
      commit(text.trim());
    },
    /** Empties the box; what is searched for is the caller's. */
    clear: () => {
      stop();
      setText("");
    },
  };
};
export type SearchText = ReturnType<typeof useSearchText>;
