import { type InfiniteData, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "#client/lib/toast.ts";
import { getMutationKey, getQueryKey, trpc } from "#client/lib/trpc.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { ListedTicket, Ticket, TicketListInput } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";

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
export const useStatusChange = (shown: TicketListInput) => {
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
