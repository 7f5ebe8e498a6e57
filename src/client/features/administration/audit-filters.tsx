import { useId } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Label } from "#client/components/ui/label.tsx";
import { NativeSelect } from "#client/components/ui/native-select.tsx";
import { AUDIT_ACTIONS } from "#shared/constants/audit.ts";
import type { Person } from "#shared/schemas/members.ts";
import { auditInputOf, dayOf } from "./audit-filter.ts";
import { ACTION_NAMES } from "./audit-words.ts";
import type { AuditSearch } from "./list-search.ts";
import { PersonFilter } from "./person-filter.tsx";

type AuditFiltersProps = {
  search: AuditSearch;
  onSearch: (change: Partial<AuditSearch>) => void;
  /** What somebody of an id is called. */
  nameOf: (id: string) => string;
  onWho: (person: Person | null) => void;
  onWhom: (person: Person | null) => void;
};

/** Narrows the audit by what, who, whom and when. */
export const AuditFilters = ({ search, onSearch, nameOf, onWho, onWhom }: AuditFiltersProps) => {
  const id = useId();
  const input = auditInputOf(search);
  const day = (name: "from" | "to", text: string) => (
    <div className="flex items-center gap-3">
      <Label htmlFor={`${id}-${name}`} className="w-10 shrink-0">
        {text}
      </Label>
      <Input
        id={`${id}-${name}`}
        type="date"
        className="[color-scheme:dark]"
        value={dayOf(search[name])}
        onChange={(event) => onSearch({ [name]: event.target.value || undefined })}
      />
    </div>
  );
  return (
    <search className="mt-6 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <NativeSelect
        aria-label="Action"
        className="sm:col-span-2 xl:col-span-1"
        value={input.action ?? ""}
        onChange={(event) => onSearch({ action: event.target.value || undefined })}
      >
        <option value="">All actions</option>
        {AUDIT_ACTIONS.map((action) => (
          <option key={action} value={action}>
            {ACTION_NAMES[action]}
          </option>
        ))}
      </NativeSelect>
      <PersonFilter
        label="Done by"
        placeholder="Done by anyone"
        chosen={input.actorId === undefined ? null : nameOf(input.actorId)}
        onChoose={onWho}
      />
      <PersonFilter
        label="Done to"
        placeholder="Done to anyone"
        chosen={input.subject === undefined ? null : nameOf(input.subject)}
        onChoose={onWhom}
      />
      {day("from", "From")}
      {day("to", "To")}
      <Button
        variant="outline"
        className="h-12 justify-self-start"
        onClick={() =>
          onSearch({
            action: undefined,
            who: undefined,
            whom: undefined,
            from: undefined,
            to: undefined,
          })
        }
      >
        Clear
      </Button>
    </search>
  );
};
