import { Search } from "lucide-react";
import { Input } from "#client/components/ui/input.tsx";
import type { SearchText } from "#client/lib/use-search-text.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";

/** Words to search for. Enter, or leaving the box, searches at once. */
export const SearchBox = ({
  label,
  box: { text, type, searchNow },
}: {
  /** Stands in the box while it is empty, too. */
  label: string;
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
      placeholder={label}
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
