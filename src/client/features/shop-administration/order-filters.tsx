import { ORDER_STATE_NAMES } from "#client/components/orders/order-states.ts";
import { PersonFilter } from "#client/components/person-filter.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { NativeSelect } from "#client/components/ui/native-select.tsx";
import { ORDER_STATES } from "#shared/constants/shop.ts";
import { LISTS } from "#shared/list-messages.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { OrderSearch } from "./list-search.ts";
import { orderInputOf } from "./shop-filters.ts";

type OrderFiltersProps = {
  search: OrderSearch;
  onSearch: (change: Partial<OrderSearch>) => void;
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
