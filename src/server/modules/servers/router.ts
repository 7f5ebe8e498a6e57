import { z } from "zod";
import { permissionProcedure, publicProcedure, router } from "#server/procedures/init.ts";
import {
  gameInput,
  serverAnswer,
  serverHistory,
  serverPast,
  serverPastInput,
  serverQuestion,
  serverRow,
  serversSummary,
  serverStatus,
} from "#shared/schemas/servers.ts";
import { askServerNow } from "./ask.ts";
import { listHistory, listServers, readServerPast, summarizeServers } from "./board.ts";

export const serversRouter = router({
  board: publicProcedure
    .input(gameInput)
    .output(z.array(serverRow))
    .query(({ ctx, input }) => listServers(ctx, input)),
  status: publicProcedure
    .input(gameInput)
    .output(z.array(serverStatus))
    .query(({ ctx, input }) => listServers(ctx, input)),
  history: publicProcedure
    .input(gameInput)
    .output(z.array(serverHistory))
    .query(({ ctx, input }) => listHistory(ctx, input)),
  past: publicProcedure
    .input(serverPastInput)
    .output(serverPast)
    .query(({ ctx, input }) => readServerPast(ctx, input)),
  /** Asks a server that need not be configured. Twice does no more than once. */
  askNow: permissionProcedure("site")
    .input(serverQuestion)
    .output(serverAnswer)
    .mutation(({ ctx, input }) => askServerNow(ctx, input)),
  summary: publicProcedure.output(serversSummary).query(({ ctx }) => summarizeServers(ctx)),
});
