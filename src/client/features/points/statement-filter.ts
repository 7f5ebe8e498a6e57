import { isNarrowed } from "#client/lib/list-filter.ts";
import { ENTRY_KINDS } from "#shared/constants/points.ts";
import { type StatementFilter, statementFilter } from "#shared/schemas/points.ts";
import type { StatementSearch } from "./statement-search.ts";

const { from: day } = statementFilter.shape;

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const filterOf = ({ user, kind, from, to }: StatementSearch): StatementFilter => ({
  userId: user === "" ? undefined : user,
  kind: ENTRY_KINDS.find((known) => known === kind),
  from: day.safeParse(from).data,
  to: day.safeParse(to).data,
});

/** Whether a statement shows less than everything. */
export const isFiltered = ({ kind, from, to }: StatementFilter): boolean =>
  isNarrowed({ kind, from, to });
