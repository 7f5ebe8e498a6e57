import { FilterBar, PeriodFields, SelectFilter } from "#client/components/filter-bar.tsx";
import { PersonFilter } from "#client/components/person-filter.tsx";
import { ClearButton, SearchBox, useSearchText } from "#client/components/search-box.tsx";
import { SortSelect, type Sorting } from "#client/components/sorting.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Label } from "#client/components/ui/field.tsx";
import { idIn, periodIn } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { ACTION_NAMES, AUDIT_SCREEN } from "#shared/audit-messages.ts";
import { AUDIT_ACTIONS } from "#shared/constants/audit.ts";
import { SORTS } from "#shared/list-messages.ts";
import type { AuditListInput } from "#shared/schemas/administration.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { AuditSearch } from "./list-search.ts";

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const auditInputOf = ({
  action,
  who,
  whom,
  request,
  reads,
  from,
  to,
}: AuditSearch): AuditListInput => ({
  action: AUDIT_ACTIONS.find((name) => name === action),
  actorId: idIn(who),
  subject: idIn(whom),
  requestId: idIn(request?.trim()),
  reads: reads === true ? true : undefined,
  ...periodIn({ from, to }).moments,
});

type AuditFiltersProps = SearchProps<AuditSearch> & {
  onClear: () => void;
  /** What somebody of an id is called. */
  nameOf: (id: string) => string;
  onWho: (person: Person | null) => void;
  onWhom: (person: Person | null) => void;
  sorting: Sorting<"time">;
};

/** Narrows the audit by what, who, whom and when. */
export const AuditFilters = ({
  search,
  onSearch,
  onClear,
  nameOf,
  onWho,
  onWhom,
  sorting,
}: AuditFiltersProps) => {
  const input = auditInputOf(search);
  const { days } = periodIn(search);
  const request = useSearchText({
    committed: search.request,
    commit: (id) => onSearch({ request: id }),
  });
  const chip = (label: string, value: string | undefined, off: Partial<AuditSearch>) =>
    value === undefined ? [] : { text: `${label}: ${value}`, onRemove: () => onSearch(off) };
  const named = (id: string | undefined) => (id === undefined ? undefined : nameOf(id));
  const chips = [
    chip("Action", input.action && ACTION_NAMES[input.action], { action: undefined }),
    chip("Done by", named(input.actorId), { who: undefined }),
    chip("Done to", named(input.subject), { whom: undefined }),
    chip("From", days.from, { from: undefined }),
    chip("To", days.to, { to: undefined }),
    chip("Request", input.requestId, { request: undefined }),
  ].flat();
  return (
    <FilterBar
      lead={
        <SelectFilter
          label="Action"
          value={input.action}
          all="Everything"
          options={AUDIT_ACTIONS}
          names={ACTION_NAMES}
          onChange={(action) => onSearch({ action })}
        />
      }
      narrowing={[
        input.actorId,
        input.subject,
        input.from,
        input.until,
        input.requestId,
        input.reads,
      ]}
      seldom={
        <>
          <div className="col-span-full @3xl:w-96">
            <SearchBox label="Request ID" box={request} />
          </div>
          <Label className="col-span-full flex h-11 items-center gap-3">
            <Checkbox
              checked={search.reads === true}
              onCheckedChange={(checked) => onSearch({ reads: checked === true || undefined })}
            />
            {AUDIT_SCREEN.showRead}
          </Label>
        </>
      }
      chips={chips}
      clear={<ClearButton box={request} onClear={onClear} className="col-span-full" />}
    >
      <PersonFilter
        label="Done by"
        className="@3xl:w-33"
        chosen={input.actorId === undefined ? null : nameOf(input.actorId)}
        onChoose={onWho}
      />
      <PersonFilter
        label="Done to"
        className="@3xl:w-33"
        chosen={input.subject === undefined ? null : nameOf(input.subject)}
        onChoose={onWhom}
      />
      <PeriodFields days={days} onChange={onSearch} />
      <SortSelect {...sorting} {...SORTS.audit} />
    </FilterBar>
  );
};
