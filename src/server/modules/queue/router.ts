import { z } from "zod";
import { permissionProcedure, router } from "#server/procedures/init.ts";
import {
  helpers,
  helpersInput,
  label,
  labelEdit,
  labelInput,
  labelUse,
  newLabel,
  queueChange,
  queueChanged,
  queueCounts,
  queueInput,
  queuePage,
  requesterTicket,
  ticketFacts,
  ticketLook,
} from "#shared/schemas/desk.ts";
import { ticketInput } from "#shared/schemas/tickets.ts";
import { changeQueue, listHelpers } from "./change.ts";
import { changeLabel, countLabelUse, listLabels, makeLabel, removeLabel } from "./labels.ts";
import { countQueue, listQueue, listRequesterTickets } from "./list.ts";
import { lookAtTicket, readFacts } from "./show.ts";

const helperProcedure = permissionProcedure("tickets");

/** The team's queue of tickets: for those alone who have the permission `tickets`. */
export const queueRouter = router({
  list: helperProcedure
    .input(queueInput)
    .output(queuePage)
    .query(({ ctx, input }) => listQueue(ctx, input)),
  counts: helperProcedure.output(queueCounts).query(({ ctx }) => countQueue(ctx)),
  facts: helperProcedure
    .input(ticketInput)
    .output(ticketFacts)
    .query(({ ctx, input }) => readFacts(ctx, input)),
  change: helperProcedure
    .input(queueChange)
    .output(queueChanged)
    .mutation(({ ctx, input }) => changeQueue(ctx, input)),
  requesterTickets: helperProcedure
    .input(ticketInput)
    .output(z.array(requesterTicket))
    .query(({ ctx, input }) => listRequesterTickets(ctx, input)),
  look: helperProcedure
    .input(ticketLook)
    .output(z.void())
    .mutation(({ ctx, input }) => lookAtTicket(ctx, input)),
  helpers: helperProcedure
    .input(helpersInput)
    .output(helpers)
    .query(({ ctx, input }) => listHelpers(ctx, input)),
  labels: helperProcedure.output(z.array(label)).query(({ ctx }) => listLabels(ctx)),
  labelUse: helperProcedure
    .input(labelInput)
    .output(labelUse)
    .query(({ ctx, input }) => countLabelUse(ctx, input)),
  makeLabel: helperProcedure
    .input(newLabel)
    .output(label)
    .mutation(({ ctx, input }) => makeLabel(ctx, input)),
  changeLabel: helperProcedure
    .input(labelEdit)
    .output(label)
    .mutation(({ ctx, input }) => changeLabel(ctx, input)),
  removeLabel: helperProcedure
    .input(labelInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeLabel(ctx, input)),
});
