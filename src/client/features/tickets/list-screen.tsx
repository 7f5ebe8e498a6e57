import { type InfiniteData, useMutationState, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useRef } from "react";
import { FilterBar } from "#client/components/filter-bar.tsx";
import { ListScreen, SearchBox, useSearchText } from "#client/components/list-screen.tsx";
import { NextSteps, useOverview } from "#client/components/next-steps.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Label, NativeSelect } from "#client/components/ui/field.tsx";
import { clearedSearch, isNarrowed, itemsOf, PAGED, searchTermsIn } from "#client/lib/lists.ts";
import { type TicketListSearch, ticketListSearch } from "#client/lib/routing/list-searches.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useMay } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { getMutationKey, getQueryKey, trpc } from "#client/lib/trpc.ts";
import { COUNT_MAX, PAGE_SIZE } from "#shared/constants/lists.ts";
import { shownValue, ticketGames, type TicketStatus } from "#shared/constants/tickets.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import type { ListedTicket, Ticket, TicketListInput } from "#shared/schemas/tickets.ts";
import { TICKET_FILTERS, TICKET_LISTS, TICKETS } from "#shared/ticket-messages.ts";
import { TicketRow, TicketRowSkeletons } from "./row.tsx";

/** The pages of a list that were loaded, newest first. */
export type TicketPages = InfiniteData<Page<ListedTicket>, string | null>;

/** The list without a ticket. */
export const withoutTicket = (list: TicketPages, id: number): TicketPages => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    items: page.items.filter((ticket) => ticket.id !== id),
  })),
});

/** The list with a ticket at its place; unchanged where that place has not been loaded yet. */
export const withTicket = (list: TicketPages, ticket: ListedTicket): TicketPages => {
  const rest = withoutTicket(list, ticket.id);
  const holding = rest.pages.findIndex(
    ({ items, nextCursor }) => nextCursor === null || items.some(({ id }) => id < ticket.id),
  );
  const page = rest.pages[holding];
  if (page === undefined) return list;
  const items = [...page.items, ticket].toSorted((a, b) => b.id - a.id);
  return { ...rest, pages: rest.pages.with(holding, { ...page, items }) };
};

/** The badge after tickets were opened or closed here; a count that is not exact stays. */
export const countAfter = (open: number, change: number, countMax: number): number =>
  open >= countMax ? open : Math.max(0, open + change);

/** How a ticket gets a status, and what is said about it. */
const WAYS = {
  closed: {
    procedure: "close",
    done: TICKETS.closedInList,
    failed: TICKETS.closeFailed,
    change: -1,
  },
  Open: {
    procedure: "restore",
    done: TICKETS.restoredInList,
    failed: TICKETS.restoreFailed,
    change: 1,
  },
} as const satisfies Record<TicketStatus, unknown>;

type Sent = { id: number | string };

/** The tickets that are on their way to a status. All that use this procedure send `{ id }`. */
const useUnderWay = (procedure: "close" | "restore"): ReadonlySet<number> =>
  new Set(
    useMutationState({
      filters: { mutationKey: getMutationKey(trpc.tickets[procedure]), status: "pending" },
      select: ({ state }) => Number((state.variables as Sent).id),
    }),
  );

/**
 * Closes and restores from a list: at once, with a way back, and rolled back where the server
 * refuses [TICK-14].
 * @param shown what the list shows.
 */
const useStatusChange = (shown: TicketListInput) => {
  const { accounts, tickets } = trpc.useUtils();
  const queryClient = useQueryClient();
  const returning = useRef<number | null>(null);
  const [here, there] =
    shown.status === "Open" ? (["Open", "closed"] as const) : (["closed", "Open"] as const);

  const count = (change: number) =>
    tickets.counts.setData(
      undefined,
      (known) => known && { open: countAfter(known.open, change, COUNT_MAX) },
    );
  const drop = (id: number) =>
    queryClient.setQueriesData<TicketPages>(
      { queryKey: getQueryKey(trpc.tickets.list, { status: here }, "infinite") },
      (list) => list && withoutTicket(list, id),
    );
  const putBack = (ticket: ListedTicket) =>
    tickets.list.setInfiniteData(shown, (list) => list && withTicket(list, ticket));
  const refetch = (id: number) => {
    void tickets.list.invalidate();
    void tickets.counts.invalidate();
    void tickets.byId.invalidate({ id });
    void tickets.history.invalidate({ id });
  };

  const away = {
    onMutate: () => count(WAYS[there].change),
    onSuccess: (ticket: Ticket) => {
      drop(ticket.id);
      const mover = accounts.me.getData()?.id;
      const act = () => {
        // The toast may outlast its reader: whoever has signed in meanwhile has moved nothing.
        if (mover !== undefined && accounts.me.getData()?.id === mover) undo(ticket);
      };
      toast("success", WAYS[there].done, "site", { label: "Undo", act });
    },
    onError: () => {
      count(-WAYS[there].change);
      toast("error", WAYS[there].failed);
    },
    onSettled: (_ticket: unknown, _error: unknown, { id }: Sent) => refetch(Number(id)),
  };
  const back = {
    onMutate: () => count(WAYS[here].change),
    onSuccess: () => toast("success", WAYS[here].done),
    onError: (_error: unknown, { id }: Sent) => {
      drop(Number(id));
      count(-WAYS[here].change);
      toast("error", WAYS[here].failed);
    },
    onSettled: (_ticket: unknown, _error: unknown, { id }: Sent) => refetch(Number(id)),
  };
  const close = trpc.tickets.close.useMutation(here === "Open" ? away : back);
  const restore = trpc.tickets.restore.useMutation(here === "Open" ? back : away);
  const undo = (ticket: Ticket) => {
    returning.current = ticket.id;
    putBack({ ...ticket, status: here, isUnread: false });
    (here === "Open" ? restore : close).mutate({ id: ticket.id });
  };

  return {
    /** No longer shown, though the list that was loaded still has them. */
    hidden: useUnderWay(WAYS[there].procedure),
    /** As a `ref` in the row of a ticket: has the focus once that was taken back from a toast, which is gone. */
    welcomeBack: (id: number) => (element: HTMLElement | null) => {
      if (element === null || returning.current !== id) return;
      returning.current = null;
      element.focus();
    },
    /** Takes a ticket out of this list. */
    move: ({ id }: Ticket) => (here === "Open" ? close : restore).mutate({ id }),
  };
};

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
const TicketFilters = ({ status, search, seesAll, onSearch }: TicketFiltersProps) => {
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

const EMPTY = {
  Open: { title: TICKETS.noneOpen, to: "/member/tickets/new-ticket", variant: "primary" },
  closed: { title: TICKETS.noneClosed, to: "/member/tickets/open-tickets", variant: "outline" },
} as const satisfies Record<TicketStatus, unknown>;

/** Stands where there is no ticket of a status, and says what to do next. */
const NoTickets = ({ status }: { status: TicketStatus }) => {
  const { title, to, variant } = EMPTY[status];
  const { data: overview, isPending } = useOverview();
  const { text, action } = TICKET_LISTS[status].empty;
  // What stands below the steps does not move when they come.
  if (status === "Open" && isPending) return <TicketRowSkeletons />;
  return (
    <>
      {status === "Open" && overview !== undefined && (
        <NextSteps overview={overview} className="mb-4" />
      )}
      <EmptyPanel title={title} text={text}>
        <Button asChild variant={variant}>
          <Link to={to}>{action}</Link>
        </Button>
      </EmptyPanel>
    </>
  );
};

const FAILURES: Record<TicketStatus, string> = {
  Open: TICKETS.openFailed,
  closed: TICKETS.closedFailed,
};

type TicketListScreenProps = SearchProps<TicketListSearch> & {
  status: TicketStatus;
};

/** The open list and the trash [TICK-11]. */
export const TicketListScreen = ({ status, search, onSearch }: TicketListScreenProps) => {
  const seesAll = useMay("tickets");
  const { games, tickets } = useSite();
  const input = { ...listInputOf(status, search, { seesAll, games, tickets }), limit: PAGE_SIZE };
  const list = trpc.tickets.list.useInfiniteQuery(input, PAGED);
  const { hidden, move, welcomeBack } = useStatusChange(input);
  const { title, eyebrow } = TICKET_LISTS[status];

  return (
    <ListScreen
      eyebrow={eyebrow}
      title={title}
      filters={
        <TicketFilters status={status} search={search} seesAll={seesAll} onSearch={onSearch} />
      }
      list={list}
      items={itemsOf(list.data)?.filter((ticket) => !hidden.has(ticket.id))}
      counted={["ticket", "tickets"]}
      failure={FAILURES[status]}
      skeletons={<TicketRowSkeletons />}
      noMatch={
        isFiltered(input)
          ? {
              ...TICKET_LISTS.noMatch,
              search: search.q,
              onClear: () => onSearch(clearedSearch(ticketListSearch)),
            }
          : null
      }
      empty={<NoTickets status={status} />}
    >
      {(ticket) => (
        <TicketRow
          key={ticket.id}
          ticket={ticket}
          buttonRef={welcomeBack(ticket.id)}
          onMove={() => move(ticket)}
        />
      )}
    </ListScreen>
  );
};
