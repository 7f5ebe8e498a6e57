import { Search, SearchX, X } from "lucide-react";
import { useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { RULES } from "#shared/rule-messages.ts";

type RuleSearchProps = { query: string; onQuery: (query: string) => void };

/** The field that narrows the rules down while somebody types. */
export const RuleSearch = ({ query, onQuery }: RuleSearchProps) => {
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className="relative block w-full lg:w-72">
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-[1.15rem] -translate-y-1/2 text-faint"
        aria-hidden
      />
      <input
        ref={field}
        type="search"
        aria-label={RULES.search}
        placeholder={RULES.search}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onQuery("");
        }}
        className="h-11 w-full rounded-lg border border-night-500 bg-night-950/70 pr-11 pl-11 text-base placeholder:text-faint hover:border-faint [&::-webkit-search-cancel-button]:hidden"
      />
      {query !== "" && (
        <button
          type="button"
          aria-label={RULES.clearSearch}
          onClick={() => {
            onQuery("");
            field.current?.focus();
          }}
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-lg text-muted hover:text-bone"
        >
          <X className="size-[1.15rem]" aria-hidden />
        </button>
      )}
    </search>
  );
};

type NothingFoundProps = { query: string; onClear: () => void };

/** What a search without a match shows: why, and what to do next. */
export const NothingFound = ({ query, onClear }: NothingFoundProps) => (
  <div className="flex flex-col items-center px-4 py-16 text-center">
    <span className="hexagon grid h-24 w-[5.5rem] place-items-center bg-night-700 p-px">
      <span className="hexagon grid size-full place-items-center bg-night-900">
        <SearchX className="size-8 text-amber" aria-hidden />
      </span>
    </span>
    <p className="mt-6 max-w-full font-display text-3xl font-extrabold break-words uppercase">
      {RULES.nothingFound(query)}
    </p>
    <p className="mt-2 max-w-md text-lg text-muted">{RULES.nothingFoundHint}</p>
    <Button variant="outline" className="mt-6" onClick={onClear}>
      {RULES.showAll}
    </Button>
  </div>
);
