import { PersonFilter } from "#client/components/person-filter.tsx";
import { SearchBox } from "#client/components/search-box.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Label } from "#client/components/ui/label.tsx";
import { NativeSelect } from "#client/components/ui/native-select.tsx";
import { useSearchText } from "#client/lib/use-search-text.ts";
import { ACTION_NAMES, AUDIT_SCREEN } from "#shared/audit-messages.ts";
import { AUDIT_ACTIONS } from "#shared/constants/audit.ts";
import { LISTS } from "#shared/list-messages.ts";
import type { Person } from "#shared/schemas/members.ts";
import { auditInputOf, dayOf } from "./audit-filter.ts";
import type { AuditSearch } from "./list-search.ts";

type AuditFiltersProps = {
  search: AuditSearch;
  onSearch: (change: Partial<AuditSearch>) => void;
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
  const request = useSearchText(search.request ?? "", (id) =>
    onSearch({ request: id === "" ? undefined : id }),
  );
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
      <Button
        variant="outline"
        className="col-span-full h-12 sm:justify-self-start xl:col-span-2"
        onClick={() => {
          request.clear();
          onClear();
        }}
      >
        {LISTS.clear}
      </Button>
    </search>
  );
};
