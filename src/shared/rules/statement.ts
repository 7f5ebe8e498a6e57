import type { PointEntry } from "#shared/schemas/points.ts";
import { localTime } from "./local-time.ts";

/** A row of a statement: a line of the ledger, or the passive credits of one day. */
export type StatementRow = {
  /** Of the day's newest line, which stands first. */
  id: number;
  /** "2026-12-01" where they are the passive credits of that day; null for a line of its own. */
  day: string | null;
  entries: [PointEntry, ...PointEntry[]];
};

/**
 * Lines of the ledger as rows: passive credits of one day are one, at the place of the newest.
 * @param entries newest first.
 * @param timeZone where the community is.
 */
export const rowsOf = (entries: readonly PointEntry[], timeZone: string): StatementRow[] => {
  const rows: StatementRow[] = [];
  const days = new Map<string, StatementRow>();
  for (const entry of entries) {
    const day = entry.kind === "passive" ? localTime(new Date(entry.at), timeZone).day : null;
    const known = day === null ? undefined : days.get(day);
    if (known === undefined) {
      const row: StatementRow = { id: entry.id, day, entries: [entry] };
      rows.push(row);
      if (day !== null) days.set(day, row);
    } else known.entries.push(entry);
  }
  return rows;
};
