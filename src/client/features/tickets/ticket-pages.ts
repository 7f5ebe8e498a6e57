import type { InfiniteData } from "@tanstack/react-query";
import type { Ticket } from "#shared/schemas/tickets.ts";

/** The pages of a list that were loaded, newest first. */
export type TicketPages = InfiniteData<
  { items: Ticket[]; nextCursor: string | null },
  string | null
>;

/** The list without a ticket. */
export const withoutTicket = (list: TicketPages, id: number): TicketPages => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    items: page.items.filter((ticket) => ticket.id !== id),
  })),
});

/** The list with a ticket at its place; unchanged where that place has not been loaded yet. */
export const withTicket = (list: TicketPages, ticket: Ticket): TicketPages => {
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
