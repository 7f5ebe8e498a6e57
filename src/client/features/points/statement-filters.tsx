import {
  DayFilter,
  FilterBar,
  PeriodFilter,
  SelectFilter,
} from "#client/components/filter-bar.tsx";
import { isNarrowed } from "#client/lib/lists.ts";
import { useSite } from "#client/lib/site.ts";
import { ENTRY_KINDS } from "#shared/constants/points.ts";
import { ENTRY_KIND_NAMES, STATEMENT_FILTERS } from "#shared/points-messages.ts";
import { dateFormat } from "#shared/rules/format.ts";
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

const dayFormat = dateFormat({ dateStyle: "medium", timeZone: "UTC" });
const dayText = (written: string | undefined) => written && dayFormat(new Date(written));

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
  const look = { title: STATEMENT_FILTERS.timezone(timezone), className: "@3xl:w-36" };
  const chip = (label: string, value: string | undefined, off: Partial<StatementSearch>) =>
    value === undefined ? [] : { text: `${label}: ${value}`, onRemove: () => onSearch(off) };
  return (
    <FilterBar
      lead={
        <SelectFilter
          label="Kind"
          value={kind}
          all="Everything"
          options={ENTRY_KINDS}
          names={ENTRY_KIND_NAMES}
          onChange={(next) => onSearch({ kind: next })}
        />
      }
      narrowing={[from, to]}
      chips={[
        chip("Kind", kind && ENTRY_KIND_NAMES[kind], { kind: undefined }),
        chip("From", dayText(from), { from: undefined }),
        chip("To", dayText(to), { to: undefined }),
      ].flat()}
    >
      <PeriodFilter
        className="col-span-full @3xl:w-36"
        from={from}
        to={to}
        timeZone={timezone}
        onChange={onSearch}
      />
      <DayFilter
        {...look}
        label="From"
        value={from}
        max={to}
        onChange={(next) => onSearch({ from: next })}
      />
      <DayFilter
        {...look}
        label="To"
        value={to}
        min={from}
        onChange={(next) => onSearch({ to: next })}
      />
    </FilterBar>
  );
};
