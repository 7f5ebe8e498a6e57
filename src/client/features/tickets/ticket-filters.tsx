import { useId } from "react";
import { SearchBox } from "#client/components/search-box.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Label } from "#client/components/ui/label.tsx";
import { NativeSelect } from "#client/components/ui/native-select.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { useSearchText } from "#client/lib/use-search-text.ts";
import { TICKET_CATEGORIES, TICKET_GAMES } from "#shared/constants/tickets.ts";
import { TICKET_FILTERS } from "#shared/ticket-messages.ts";
import type { TicketListSearch } from "./list-search.ts";

/** The games that can be chosen, and the one that is. */
const gamesOf = (configured: readonly string[] | undefined, chosen: string | undefined) => {
  const games = configured ?? TICKET_GAMES;
  return chosen === undefined || games.includes(chosen) || !TICKET_GAMES.includes(chosen)
    ? games
    : [...games, chosen];
};

type TicketFiltersProps = {
  search: TicketListSearch;
  isAdmin: boolean;
  onSearch: (change: Partial<TicketListSearch>) => void;
};

/** Narrows a list by words of the subject, game and category; Admins also to their own. */
export const TicketFilters = ({ search, isAdmin, onSearch }: TicketFiltersProps) => {
  const mineId = useId();
  const options = trpc.tickets.options.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const configured = options.data && Object.keys(options.data.gamesWithServers);
  const games = gamesOf(configured, search.game);
  const box = useSearchText(search.q ?? "", (words) =>
    onSearch({ q: words === "" ? undefined : words }),
  );
  return (
    <search className="mt-6 block">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]">
        <div className="col-span-2 sm:col-span-1">
          <SearchBox label={TICKET_FILTERS.search} box={box} />
        </div>
        <NativeSelect
          aria-label="Game"
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
          value={TICKET_CATEGORIES.find((name) => name === search.category) ?? ""}
          onChange={(event) => onSearch({ category: event.target.value || undefined })}
        >
          <option value="">All categories</option>
          {TICKET_CATEGORIES.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </NativeSelect>
        {isAdmin && (
          <span className="col-span-full flex min-h-8 items-center gap-3">
            <Checkbox
              id={mineId}
              checked={search.mine === true}
              onCheckedChange={(checked) => onSearch({ mine: checked === true ? true : undefined })}
            />
            <Label htmlFor={mineId}>Mine</Label>
            <span className="text-sm text-muted">{TICKET_FILTERS.onlyMine}</span>
          </span>
        )}
      </div>
    </search>
  );
};
