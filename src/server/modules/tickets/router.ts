import { z } from "zod";
import { memberProcedure, permissionProcedure, router } from "#server/procedures/init.ts";
import {
  newTicket,
  solvedAnswer,
  ticket,
  ticketAssignment,
  ticketClosing,
  ticketCounts,
  ticketEdit,
  ticketEntry,
  ticketInput,
  ticketListInput,
  ticketOptions,
  ticketPage,
  usualAnswer,
} from "#shared/schemas/tickets.ts";
import { readHistory } from "./history.ts";
import { countTickets, listTickets } from "./list.ts";
import { readTicket } from "./load.ts";
import { closeTicket, restoreTicket, saySolved } from "./move.ts";
import { readOptions, readUsualAnswer } from "./options.ts";
import { assignUser } from "./people.ts";
import { createTicket, editTicket } from "./write.ts";

/** Tickets: who is on one, or is an Admin, may see it; for anyone else it does not exist. */
export const ticketsRouter = router({
  list: memberProcedure
    .input(ticketListInput)
    .output(ticketPage)
    .query(({ ctx, input }) => listTickets(ctx, input)),
  counts: memberProcedure.output(ticketCounts).query(({ ctx }) => countTickets(ctx)),
  byId: memberProcedure
    .input(ticketInput)
    .output(ticket)
    .query(({ ctx, input }) => readTicket(ctx, input)),
  history: memberProcedure
    .input(ticketInput)
    .output(z.array(ticketEntry))
    .query(({ ctx, input }) => readHistory(ctx, input)),
  usualAnswer: memberProcedure.output(usualAnswer).query(({ ctx }) => readUsualAnswer(ctx)),
  options: memberProcedure.output(ticketOptions).query(({ ctx }) => readOptions(ctx)),
  create: memberProcedure
    .input(newTicket)
    .output(ticket)
    .mutation(({ ctx, input }) => createTicket(ctx, input)),
  edit: memberProcedure
    .input(ticketEdit)
    .output(ticket)
    .mutation(({ ctx, input }) => editTicket(ctx, input)),
  close: memberProcedure
    .input(ticketClosing)
    .output(ticket)
    .mutation(({ ctx, input }) => closeTicket(ctx, input)),
  saySolved: memberProcedure
    .input(solvedAnswer)
    .output(ticket)
    .mutation(({ ctx, input }) => saySolved(ctx, input)),
  restore: memberProcedure
    .input(ticketInput)
    .output(ticket)
    .mutation(({ ctx, input }) => restoreTicket(ctx, input)),
  assign: permissionProcedure("tickets")
    .input(ticketAssignment)
    .output(ticket)
    .mutation(({ ctx, input }) => assignUser(ctx, input)),
});
