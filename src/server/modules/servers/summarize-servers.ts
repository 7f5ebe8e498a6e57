import type { StatusBoard } from "#server/context/status-board.ts";
import type { ServersSummary } from "#shared/schemas/servers.ts";

/** How many servers there are, how many are online, how many people play. From memory. */
export const summarizeServers = ({ board }: { board: StatusBoard }): ServersSummary =>
  board.summary();
