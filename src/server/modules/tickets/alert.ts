import type { MemberTx } from "#server/context/context.ts";
import { teamPermissions } from "#server/modules/desk/index.ts";
import { notifyTeamOfTicket } from "#server/modules/notifications/index.ts";
import { announce } from "#server/modules/webhooks/index.ts";
import { shownValue, type TicketField } from "#shared/constants/tickets.ts";
import { TICKET_NOTIFICATIONS } from "#shared/ticket-messages.ts";
import { WEBHOOK_TELLS } from "#shared/webhook-messages.ts";
import type { TicketRow } from "./load.ts";

/**
 * Tells the team of a new ticket, unless the community has switched that off, in the caller's transaction
 * [DESK-01].
 * @param people who is on it: they know of it already.
 */
export const tellTeam = async (
  tx: MemberTx,
  { id, subject, category }: Pick<TicketRow, "id" | "subject" | "category">,
  people: ReadonlySet<string>,
): Promise<void> => {
  const { tickets } = tx.config.community;
  if (!tickets.notifyTeam) return;
  await notifyTeamOfTicket(tx, teamPermissions(tx, category), {
    kind: "ticket",
    ...TICKET_NOTIFICATIONS.opened(id, subject, shownValue(tickets, "category", category)),
    ticketId: id,
    createdBy: tx.actor.userId,
    except: people,
  });
};

/**
 * Has webhooks told of a new ticket, in the caller's transaction: its number, subject and what it is about. Of one
 * that only part of the team may see the number alone is told: who reads a channel is not ours to say.
 */
export const announceTicket = async (
  tx: MemberTx,
  { id, subject, category, game, server }: Pick<TicketRow, "id" | TicketField>,
): Promise<void> => {
  const { tickets } = tx.config.community;
  const isForAll = teamPermissions(tx, category).every((permission) => permission === "tickets");
  const path = `/member/tickets/ticket/${id}`;
  await announce(
    tx,
    "ticket.created",
    isForAll
      ? {
          title: WEBHOOK_TELLS.ticketCreated(id, subject),
          text: WEBHOOK_TELLS.ticketFacts([
            shownValue(tickets, "category", category),
            shownValue(tickets, "game", game),
            server,
          ]),
          path,
          data: { ticketId: id, category, game, server },
        }
      : {
          title: WEBHOOK_TELLS.ticketCreated(id, null),
          text: WEBHOOK_TELLS.ticketKept,
          path,
          data: { ticketId: id },
        },
  );
};
