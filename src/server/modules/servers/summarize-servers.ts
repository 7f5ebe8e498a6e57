import type { ServersSummary } from "#shared/schemas/servers.ts";
import type { StatusBoard } from "./board.ts";

/** How many servers there are, how many are online, how many people play. From memory. */
export const summarizeServers = ({ board }: { board: StatusBoard }): ServersSummary =>
  board.summary();
