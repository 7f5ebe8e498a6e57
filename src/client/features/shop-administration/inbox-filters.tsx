import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { NativeSelect } from "#client/components/ui/native-select.tsx";
import { useSearchText } from "#client/lib/use-search-text.ts";
import { EVENT_STATES } from "#shared/constants/shop.ts";
import { LISTS } from "#shared/list-messages.ts";
import { EVENT_STATE_NAMES } from "#shared/shop-admin-messages.ts";
import type { InboxSearch } from "./list-search.ts";
import { inboxInputOf } from "./shop-filters.ts";

/** The number that was typed, if it is one: with or without the sign before it. */
const orderIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,9})$/.exec(text)?.[1];
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
};

type InboxFiltersProps = {
  search: InboxSearch;
  onSearch: (change: Partial<InboxSearch>) => void;
  onClear: () => void;
};

/** Narrows the inbox by state and by order. */
export const InboxFilters = ({ search, onSearch, onClear }: InboxFiltersProps) => {
  const { state } = inboxInputOf(search);
  const box = useSearchText(search.order === undefined ? "" : String(search.order), (text) =>
    onSearch({ order: orderIn(text) }),
  );
  return (
    <search className="mt-6 grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <Field label="State">
        {(control) => (
          <NativeSelect
            {...control}
            value={state ?? ""}
            onChange={({ target }) => onSearch({ state: target.value || undefined })}
          >
            <option value="">All states</option>
            {EVENT_STATES.map((known) => (
              <option key={known} value={known}>
                {EVENT_STATE_NAMES[known]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Order">
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            enterKeyHint="search"
            placeholder="#"
            autoComplete="off"
            maxLength={10}
            value={box.text}
            onChange={({ target }) => box.type(target.value)}
            onBlur={box.searchNow}
            onKeyDown={({ key }) => key === "Enter" && box.searchNow()}
          />
        )}
      </Field>
      <Button
        variant="outline"
        className="col-span-2 h-12 sm:col-span-1"
        onClick={() => {
          box.clear();
          onClear();
        }}
      >
        {LISTS.clear}
      </Button>
    </search>
  );
};
