import { PersonFilter } from "#client/components/person-filter.tsx";
import { ClearButton, SearchBox, useSearchText } from "#client/components/search-box.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Field, Input, Label, NativeSelect } from "#client/components/ui/field.tsx";
import { idIn } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { ACTION_NAMES, AUDIT_SCREEN } from "#shared/audit-messages.ts";
import { AUDIT_ACTIONS } from "#shared/constants/audit.ts";
import type { AuditListInput } from "#shared/schemas/administration.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { AuditSearch } from "./list-search.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight with which a day begins here, some days later; undefined for what is no day. */
const midnight = (day: string | undefined, daysLater = 0): Date | undefined => {
  if (day === undefined || !DAY.test(day)) return undefined;
  const at = new Date(`${day}T00:00:00`);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setDate(at.getDate() + daysLater);
  return at;
};

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
  from: midnight(from)?.toISOString(),
  until: midnight(to, 1)?.toISOString(),
});

/** A day as the browser's own field takes it; empty for what is no day. */
const dayOf = (asked: string | undefined): string =>
  midnight(asked) === undefined ? "" : (asked ?? "");

type AuditFiltersProps = SearchProps<AuditSearch> & {
  onClear: () => void;
  /** What somebody of an id is called. */
  nameOf: (id: string) => string;
  onWho: (person: Person | null) => void;
  onWhom: (person: Person | null) => void;
};

/** Narrows the audit by what, who, whom and when. */
export const AuditFilters = ({
  search,
  onSearch,
  onClear,
  nameOf,
  onWho,
  onWhom,
}: AuditFiltersProps) => {
  const input = auditInputOf(search);
  const request = useSearchText({
    committed: search.request,
    commit: (id) => onSearch({ request: id }),
  });
  const day = (name: "from" | "to", label: string) => (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="date"
          value={dayOf(search[name])}
          onChange={(event) => onSearch({ [name]: event.target.value || undefined })}
        />
      )}
    </Field>
  );
  return (
    <search className="mt-6 grid grid-cols-2 items-end gap-3 xl:grid-cols-3">
      <Field label="Action" className="col-span-2 xl:col-span-1">
        {(control) => (
          <NativeSelect
            {...control}
            value={input.action ?? ""}
            onChange={(event) => onSearch({ action: event.target.value || undefined })}
          >
            <option value="">Everything</option>
            {AUDIT_ACTIONS.map((action) => (
              <option key={action} value={action}>
                {ACTION_NAMES[action]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <PersonFilter
        label="Done by"
        chosen={input.actorId === undefined ? null : nameOf(input.actorId)}
        onChoose={onWho}
      />
      <PersonFilter
        label="Done to"
        chosen={input.subject === undefined ? null : nameOf(input.subject)}
        onChoose={onWhom}
      />
      {day("from", "From")}
      {day("to", "To")}
      <div className="col-span-2 xl:col-span-1">
        <SearchBox label="Request ID" box={request} />
      </div>
      <Label className="flex h-12 items-center gap-3 max-xl:col-span-2">
        <Checkbox
          checked={search.reads === true}
          onCheckedChange={(checked) => onSearch({ reads: checked === true || undefined })}
        />
        {AUDIT_SCREEN.showRead}
      </Label>
      <ClearButton
        box={request}
        onClear={onClear}
        className="col-span-full h-12 sm:justify-self-start xl:col-span-2"
      />
    </search>
  );
};
