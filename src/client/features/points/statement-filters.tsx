import { Field, Input, NativeSelect } from "#client/components/ui/field.tsx";
import { isNarrowed } from "#client/lib/lists.ts";
import { useSite } from "#client/lib/site.ts";
import { ENTRY_KINDS } from "#shared/constants/points.ts";
import { STATEMENT_FILTERS } from "#shared/points-messages.ts";
import { type StatementFilter, statementFilter } from "#shared/schemas/points.ts";
import { KINDS } from "./kinds.ts";
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

type StatementFiltersProps = {
  filter: StatementFilter;
  onSearch: (change: Partial<StatementSearch>) => void;
};

/** Narrows a statement by kind and by days. */
export const StatementFilters = ({
  filter: { kind, from, to },
  onSearch,
}: StatementFiltersProps) => {
  const { timezone } = useSite();
  return (
    <search className="mt-8 block">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]">
        <Field label="Kind" className="col-span-2 sm:col-span-1">
          {(control) => (
            <NativeSelect
              {...control}
              value={kind ?? ""}
              onChange={({ target }) => onSearch({ kind: target.value || undefined })}
            >
              <option value="">Everything</option>
              {ENTRY_KINDS.map((known) => (
                <option key={known} value={known}>
                  {KINDS[known].label}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="From">
          {(control) => (
            <Input
              {...control}
              type="date"
              title={STATEMENT_FILTERS.timezone(timezone)}
              value={from ?? ""}
              max={to}
              onChange={({ target }) => onSearch({ from: target.value || undefined })}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <Input
              {...control}
              type="date"
              title={STATEMENT_FILTERS.timezone(timezone)}
              value={to ?? ""}
              min={from}
              onChange={({ target }) => onSearch({ to: target.value || undefined })}
            />
          )}
        </Field>
      </div>
    </search>
  );
};
