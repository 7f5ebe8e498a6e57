import type { TicketTurn } from "#shared/constants/tickets.ts";
import type { TicketRow } from "./load.ts";

const since = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Who has to say something on a ticket next, and since when [WRITE-10]. */
export const turnOf = ({
  status,
  waitingSince,
  answeredAt,
  closedAt,
}: Pick<TicketRow, "status" | "waitingSince" | "answeredAt" | "closedAt">): {
  waitsFor: TicketTurn;
  waitsSince: string | null;
} => {
  if (status === "closed") return { waitsFor: "nobody", waitsSince: since(closedAt) };
  return waitingSince === null
    ? { waitsFor: "people", waitsSince: since(answeredAt) }
    : { waitsFor: "team", waitsSince: since(waitingSince) };
};
