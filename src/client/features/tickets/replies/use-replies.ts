import { useMemo } from "react";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { shownValue } from "#shared/constants/tickets.ts";
import { fillReply } from "#shared/rules/saved-replies.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { SavedReply } from "#shared/schemas/saved-replies.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Those that contain every word, in title or text; where a title does it comes first. */
export const matching = (replies: readonly SavedReply[], search: string): SavedReply[] => {
  const words = wordsOf(search);
  const has = (text: string) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  const found = replies.filter(({ title, text }) => has(`${title} ${text}`));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))];
};

/** Fills the placeholders of a reply with what they stand for on a ticket. */
export const useFilled = (ticket: Ticket, user: CurrentUser) => {
  const { tickets, brand } = useSite();
  return useMemo(() => {
    const creator = ticket.assignedUsers.find(({ id }) => id === ticket.createdBy);
    const values = {
      name: creator?.firstName ?? "",
      ticket: `#${ticket.id}`,
      subject: ticket.subject,
      category: shownValue(tickets, "category", ticket.category),
      game: shownValue(tickets, "game", ticket.game),
      server: ticket.server,
      helper: user.firstName,
      community: brand.name,
    };
    return (text: string) => fillReply(text, values);
  }, [ticket, user.firstName, tickets, brand.name]);
};

/** The replies that one may use, once they are wanted. */
export const useReplies = (isWanted: boolean) =>
  trpc.savedReplies.list.useQuery(undefined, { enabled: isWanted });
