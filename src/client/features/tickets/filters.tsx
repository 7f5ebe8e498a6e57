import { useId } from "react";
import { FilterBar } from "#client/components/filter-bar.tsx";
import { SearchBox, useSearchText } from "#client/components/search-box.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Label, NativeSelect } from "#client/components/ui/field.tsx";
import { isNarrowed, searchTermsIn } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { TICKET_CATEGORIES, TICKET_GAMES, type TicketStatus } from "#shared/constants/tickets.ts";
import type { TicketListInput } from "#shared/schemas/tickets.ts";
import { TICKET_FILTERS } from "#shared/ticket-messages.ts";
import type { TicketListSearch } from "./list-search.ts";

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const listInputOf = (
  status: TicketStatus,
  { q, game, category, mine }: TicketListSearch,
  isAdmin: boolean,
): TicketListInput => {
  const search = searchTermsIn(q);
  return {
    status,
    ...(search !== undefined && { search }),
    ...(game !== undefined && TICKET_GAMES.includes(game) && { game }),
    category: TICKET_CATEGORIES.find((name) => name === category),
    ...(isAdmin && mine === true && { isMine: true }),
  };
};

/** Whether a list shows less than everything of its status. */
export const isFiltered = ({ search, game, category, isMine }: TicketListInput): boolean =>
  isNarrowed({ search, game, category, isMine });

/** The games that can be chosen, and the one that is. */
const gamesOf = (configured: readonly string[] | undefined, chosen: string | undefined) => {
  const games = configured ?? TICKET_GAMES;
  return chosen === undefined || games.includes(chosen) || !TICKET_GAMES.includes(chosen)
    ? games
    : [...games, chosen];
};

type TicketFiltersProps = SearchProps<TicketListSearch> & {
  isAdmin: boolean;
};

/** Narrows a list by words of the subject, game and category; Admins also to their own. */
export const TicketFilters = ({ search, isAdmin, onSearch }: TicketFiltersProps) => {
  const mineId = useId();
  const options = trpc.tickets.options.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const configured = options.data && Object.keys(options.data.gamesWithServers);
  const games = gamesOf(configured, search.game);
  const box = useSearchText({ committed: search.q, commit: (q) => onSearch({ q }) });
  return (
    <FilterBar
      lead={<SearchBox label={TICKET_FILTERS.search} box={box} />}
      narrowing={[search.game, search.category, search.mine]}
    >
      <NativeSelect
        aria-label="Game"
        className="@3xl:w-36"
        value={games.find((game) => game === search.game) ?? ""}
        onChange={(event) => onSearch({ game: event.target.value || undefined })}
      >
        <option value="">All games</option>
        {games.map((game) => (
          <option key={game}>{game}</option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label="Category"
        className="@3xl:w-44"
        value={TICKET_CATEGORIES.find((name) => name === search.category) ?? ""}
        onChange={(event) => onSearch({ category: event.target.value || undefined })}
      >
        <option value="">All categories</option>
        {TICKET_CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </NativeSelect>
      {isAdmin && (
        <span
          className="col-span-full flex min-h-11 items-center gap-2.5 @3xl:px-1"
          title={TICKET_FILTERS.onlyMine}
        >
          <Checkbox
            id={mineId}
            checked={search.mine === true}
            onCheckedChange={(checked) => onSearch({ mine: checked === true ? true : undefined })}
          />
          <Label htmlFor={mineId}>Mine</Label>
        </span>
      )}
    </FilterBar>
  );
};
