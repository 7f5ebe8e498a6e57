import { ORDER_STATE_NAMES } from "#client/components/orders/order-states.ts";
import { PersonFilter } from "#client/components/person-filter.tsx";
import { ClearButton, useSearchText } from "#client/components/search-box.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input, NativeSelect } from "#client/components/ui/field.tsx";
import { idIn } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { EVENT_STATES, ORDER_STATES } from "#shared/constants/shop.ts";
import { LISTS } from "#shared/list-messages.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { AdminOrderInput, InboxInput } from "#shared/schemas/orders.ts";
import { EVENT_STATE_NAMES } from "#shared/shop-admin-messages.ts";
import type { InboxSearch, OrderSearch } from "./list-search.ts";

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const orderInputOf = ({ state, user }: OrderSearch): AdminOrderInput => ({
  state: ORDER_STATES.find((known) => known === state),
  userId: idIn(user),
});

/** The same for the inbox. */
export const inboxInputOf = ({ state, order }: InboxSearch): InboxInput => ({
  state: EVENT_STATES.find((known) => known === state),
  orderId: order,
});

type OrderFiltersProps = SearchProps<OrderSearch> & {
  /** What whoever is chosen is called. */
  nameOf: (id: string) => string;
  onPerson: (person: Person | null) => void;
  onClear: () => void;
};

/** Narrows the orders by state and by buyer. */
export const OrderFilters = ({
  search,
  onSearch,
  nameOf,
  onPerson,
  onClear,
}: OrderFiltersProps) => {
  const { state, userId } = orderInputOf(search);
  return (
    <search className="mt-6 grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <Field label="State" className="col-span-2 sm:col-span-1">
        {(control) => (
          <NativeSelect
            {...control}
            value={state ?? ""}
            onChange={({ target }) => onSearch({ state: target.value || undefined })}
          >
            <option value="">All states</option>
            {ORDER_STATES.map((known) => (
              <option key={known} value={known}>
                {ORDER_STATE_NAMES[known]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <PersonFilter
        label="Bought by"
        chosen={userId === undefined ? null : nameOf(userId)}
        onChoose={onPerson}
      />
      <Button variant="outline" className="col-span-2 h-12 sm:col-span-1" onClick={onClear}>
        {LISTS.clear}
      </Button>
    </search>
  );
};

/** The number that was typed, if it is one: with or without the sign before it. */
const orderIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,9})$/.exec(text)?.[1];
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
};

type InboxFiltersProps = SearchProps<InboxSearch> & {
  onClear: () => void;
};

/** Narrows the inbox by state and by order. */
export const InboxFilters = ({ search, onSearch, onClear }: InboxFiltersProps) => {
  const { state } = inboxInputOf(search);
  const box = useSearchText({
    committed: search.order?.toString(),
    commit: (text) => onSearch({ order: orderIn(text ?? "") }),
  });
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
      <ClearButton box={box} onClear={onClear} className="col-span-2 h-12 sm:col-span-1" />
    </search>
  );
};
