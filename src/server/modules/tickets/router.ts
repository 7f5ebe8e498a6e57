import { z } from "zod";
import { permissionProcedure, memberProcedure, router } from "#server/procedures/init.ts";
import { solvedAnswer, ticketClosing, usualAnswer } from "#shared/schemas/thread.ts";
import {
  newTicket,
  ticket,
  ticketAssignment,
  ticketCounts,
  ticketEdit,
  ticketEntry,
  ticketInput,
  ticketListInput,
  ticketOptions,
  ticketPage,
} from "#shared/schemas/tickets.ts";
import { readUsualAnswer } from "./answer-time.ts";
import { assignUser } from "./assign-user.ts";
import { createTicket } from "./create.ts";
import { editTicket } from "./edit.ts";
import { countTickets, listTickets } from "./list.ts";
import { closeTicket, restoreTicket } from "./move.ts";
import { readOptions } from "./options.ts";
import { readHistory } from "./read-history.ts";
import { readTicket } from "./read.ts";
import { saySolved } from "./say-solved.ts";

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
