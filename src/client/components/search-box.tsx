import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { SEARCH_AFTER_MS } from "#shared/constants/timings.ts";
import { LISTS } from "#shared/list-messages.ts";
import { Button } from "./ui/button.tsx";
import { Input } from "./ui/field.tsx";

/**
 * What stands in a search box whose words live elsewhere, as in the address.
 * @param given.committed what is searched for now; undefined for nothing.
 * @param given.commit is called with what to search for when the typing pauses.
 */
export const useSearchText = (given: {
  committed: string | undefined;
  commit: (text: string | undefined) => void;
}) => {
  const { committed = "", commit } = given;
  const [text, setText] = useState(committed);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const onPause = useEffectEvent((typed: string) => {
    timer.current = null;
    commit(typed.trim() || undefined);
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
      commit(text.trim() || undefined);
    },
    /** Empties the box; what is searched for is the caller's. */
    clear: () => {
      stop();
      setText("");
    },
  };
};
type SearchText = ReturnType<typeof useSearchText>;

/** Words to search for. Enter, or leaving the box, searches at once. */
export const SearchBox = ({
  label,
  short = label,
  box: { text, type, searchNow },
}: {
  label: string;
  /** What stands in the box while it is empty, where there is no room for all of the label. */
  short?: string;
  box: SearchText;
}) => (
  <span className="relative block">
    <Search
      className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-faint max-sm:hidden"
      aria-hidden
    />
    <Input
      type="search"
      enterKeyHint="search"
      aria-label={label}
      title={short === label ? undefined : label}
      placeholder={short}
      autoComplete="off"
      maxLength={LENGTHS.search}
      className="text-ellipsis sm:indent-8"
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={searchNow}
      onKeyDown={(event) => event.key === "Enter" && searchNow()}
    />
  </span>
);

/**
 * Empties a search box and whatever else narrows the list. Pressing it does not leave the box, which
 * would search for what stands there, and move the page under the pointer.
 */
export const ClearButton = ({
  box,
  onClear,
  className,
}: {
  box: SearchText;
  onClear: () => void;
  className?: string;
}) => (
  <Button
    variant="outline"
    className={className}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      box.clear();
      onClear();
    }}
  >
    {LISTS.clear}
  </Button>
);
