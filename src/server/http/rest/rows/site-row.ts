import type { RestRow } from "#server/http/rest/row.ts";
import type { AppRouter } from "#server/trpc/router.ts";

type ProcedureName<Record_, Prefix extends string = ""> = {
  [Key in keyof Record_ & string]: Record_[Key] extends { _def: unknown }
    ? `${Prefix}${Key}`
    : ProcedureName<Record_[Key], `${Prefix}${Key}.`>;
}[keyof Record_ & string];

/** The dotted name of one of our own procedures. */
export type SiteProcedure = ProcedureName<AppRouter["_def"]["record"]>;

/** A row that names one of our own procedures. */
export type SiteRow = RestRow<SiteProcedure>;
