import { useId } from "react";
import { FilterBar } from "#client/components/filter-bar.tsx";
import { SearchBox, useSearchText } from "#client/components/search-box.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Label, NativeSelect } from "#client/components/ui/field.tsx";
import { isNarrowed, searchTermsIn } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ticketGames, shownValue, type TicketStatus } from "#shared/constants/tickets.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import type { TicketListInput } from "#shared/schemas/tickets.ts";
import { TICKET_FILTERS } from "#shared/ticket-messages.ts";
import type { TicketListSearch } from "./list-search.ts";

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const listInputOf = (
  status: TicketStatus,
  { q, game, category, mine, waiting }: TicketListSearch,
  { seesAll, games, tickets }: { seesAll: boolean } & Pick<SiteConfig, "games" | "tickets">,
): TicketListInput => {
  const search = searchTermsIn(q);
  return {
    status,
    ...(search !== undefined && { search }),
    ...(game !== undefined && ticketGames(tickets.topics, games).includes(game) && { game }),
    category: tickets.categories.find(({ key }) => key === category)?.key,
    ...(seesAll && mine === true && { isMine: true }),
    ...(seesAll && waiting === true && status === "Open" && { isWaiting: true }),
  };
};

/** Whether a list shows less than everything of its status. */
export const isFiltered = (input: TicketListInput): boolean =>
  isNarrowed({ ...input, status: undefined, limit: undefined });

/** The games that can be chosen, and the one that is. */
const gamesOf = (
  configured: readonly string[] | undefined,
  chosen: string | undefined,
  known: readonly string[],
) => {
  const games = configured ?? known;
  return chosen === undefined || games.includes(chosen) || !known.includes(chosen)
    ? games
    : [...games, chosen];
};

/** What those narrow a list to who see everybody's tickets. */
const FLAGS = { waiting: TICKET_FILTERS.waiting, mine: TICKET_FILTERS.mine } as const;
type FlagName = keyof typeof FLAGS;

type TicketFiltersProps = SearchProps<TicketListSearch> & {
  status: TicketStatus;
  seesAll: boolean;
};

/** Narrows a list by words of the subject, game and category; those who see everybody's also to their own. */
export const TicketFilters = ({ status, search, seesAll, onSearch }: TicketFiltersProps) => {
  const isOpen = status === "Open";
  const flags = (["waiting", "mine"] as const).filter((name) => isOpen || name !== "waiting");
  const id = useId();
  const options = trpc.tickets.options.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const configured = options.data && Object.keys(options.data.gamesWithServers);
  const site = useSite();
  const { categories, topics } = site.tickets;
  const games = gamesOf(configured, search.game, ticketGames(topics, site.games));
  const box = useSearchText({ committed: search.q, commit: (q) => onSearch({ q }) });
  return (
    <FilterBar
      lead={<SearchBox label={TICKET_FILTERS.search} box={box} />}
      narrowing={[search.game, search.category, search.mine, isOpen ? search.waiting : undefined]}
    >
      <NativeSelect
        aria-label="Game"
        className="@3xl:w-36"
        value={games.find((game) => game === search.game) ?? ""}
        onChange={(event) => onSearch({ game: event.target.value || undefined })}
      >
        <option value="">All games</option>
        {games.map((game) => (
          <option key={game} value={game}>
            {shownValue(site.tickets, "game", game)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label="Category"
        className="@3xl:w-44"
        value={categories.find(({ key }) => key === search.category)?.key ?? ""}
        onChange={(event) => onSearch({ category: event.target.value || undefined })}
      >
        <option value="">All categories</option>
        {categories.map(({ key, title = key }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </NativeSelect>
      {seesAll &&
        flags.map((name: FlagName) => (
          <span
            key={name}
            className="flex min-h-11 items-center gap-2.5 @3xl:px-1"
            title={FLAGS[name].title}
          >
            <Checkbox
              id={`${id}-${name}`}
              checked={search[name] === true}
              onCheckedChange={(checked) =>
                onSearch({ [name]: checked === true ? true : undefined })
              }
            />
            <Label htmlFor={`${id}-${name}`}>{FLAGS[name].label}</Label>
          </span>
        ))}
    </FilterBar>
  );
};
