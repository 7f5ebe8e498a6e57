import {
  DayFilter,
  FilterBar,
  PeriodFields,
  PeriodFilter,
  SelectFilter,
} from "#client/components/filter-bar.tsx";
import { ClearButton, useSearchText } from "#client/components/list-screen.tsx";
import { type Sorting, SortSelect } from "#client/components/list-tools.tsx";
import { ORDER_STATE_NAMES } from "#client/components/orders/order-parts.tsx";
import { PersonFilter } from "#client/components/person-filter.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { dayIn, idIn, periodIn } from "#client/lib/lists.ts";
import type { InboxSearch, OrderSearch } from "#client/lib/routing/list-searches.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useSite } from "#client/lib/site.ts";
import { EVENT_STATES, ORDER_STATES } from "#shared/constants/shop.ts";
import { LISTS, SORTS } from "#shared/list-messages.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { AdminOrderInput, InboxInput } from "#shared/schemas/orders.ts";
import { EVENT_STATE_NAMES, SHOP_ADMIN } from "#shared/shop-admin-messages.ts";

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const orderInputOf = ({ state, user, order, from }: OrderSearch): AdminOrderInput => ({
  state: ORDER_STATES.find((known) => known === state),
  userId: idIn(user),
  orderId: order,
  paidFrom: dayIn(from),
});

/** The same for the inbox. */
export const inboxInputOf = ({ state, order, ...search }: InboxSearch): InboxInput => ({
  state: EVENT_STATES.find((known) => known === state),
  orderId: order,
  ...periodIn(search).moments,
});

type OrderFiltersProps = SearchProps<OrderSearch> & {
  /** What whoever is chosen is called. */
  nameOf: (id: string) => string;
  onPerson: (person: Person | null) => void;
  onClear: () => void;
  sorting: Sorting<"number" | "total" | "state" | "paid">;
};

/** Narrows the orders by state and by buyer. */
export const OrderFilters = ({
  search,
  onSearch,
  nameOf,
  onPerson,
  onClear,
  sorting,
}: OrderFiltersProps) => {
  const { state, userId, orderId, paidFrom } = orderInputOf(search);
  const { timezone } = useSite();
  return (
    <FilterBar
      lead={
        <SelectFilter
          label="State"
          value={state}
          all="All states"
          options={ORDER_STATES}
          names={ORDER_STATE_NAMES}
          onChange={(next) => onSearch({ state: next })}
        />
      }
      narrowing={[userId, orderId, paidFrom]}
      chips={[
        state === undefined
          ? []
          : {
              text: `State: ${ORDER_STATE_NAMES[state]}`,
              onRemove: () => onSearch({ state: undefined }),
            },
        userId === undefined
          ? []
          : { text: `Bought by: ${nameOf(userId)}`, onRemove: () => onPerson(null) },
        orderId === undefined
          ? []
          : { text: `Order: #${orderId}`, onRemove: () => onSearch({ order: undefined }) },
        paidFrom === undefined
          ? []
          : {
              text: `${SHOP_ADMIN.orders.paidFrom}: ${paidFrom}`,
              onRemove: () => onSearch({ from: undefined }),
            },
      ].flat()}
      clear={
        <Button variant="outline" onClick={onClear}>
          {LISTS.clear}
        </Button>
      }
    >
      <PersonFilter
        className="@3xl:w-80"
        label="Bought by"
        chosen={userId === undefined ? null : nameOf(userId)}
        onChoose={onPerson}
      />
      <PeriodFilter
        label={SHOP_ADMIN.orders.paid}
        className="@3xl:w-36"
        from={paidFrom}
        to={undefined}
        timeZone={timezone}
        onChange={(period) => onSearch({ from: period.from })}
      />
      <DayFilter
        label={SHOP_ADMIN.orders.paidFrom}
        title={SHOP_ADMIN.orders.paidFrom}
        className="@3xl:w-34"
        value={paidFrom}
        onChange={(day) => onSearch({ from: day })}
      />
      <SortSelect {...sorting} {...SORTS.orders} />
    </FilterBar>
  );
};

/** The number that was typed, if it is one: with or without the sign before it. */
const orderIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,9})$/.exec(text)?.[1];
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
};

type InboxFiltersProps = SearchProps<InboxSearch> & {
  onClear: () => void;
  sorting: Sorting<"received" | "state" | "order">;
};

/** Narrows the inbox by state, by order and by when events came. */
export const InboxFilters = ({ search, onSearch, onClear, sorting }: InboxFiltersProps) => {
  const { state } = inboxInputOf(search);
  const { days } = periodIn(search);
  const box = useSearchText({
    committed: search.order?.toString(),
    commit: (text) => onSearch({ order: orderIn(text ?? "") }),
  });
  return (
    <FilterBar
      lead={
        <SelectFilter
          label="State"
          value={state}
          all="All states"
          options={EVENT_STATES}
          names={EVENT_STATE_NAMES}
          onChange={(next) => onSearch({ state: next })}
        />
      }
      narrowing={[search.order, days.from, days.to]}
      chips={[
        state === undefined
          ? []
          : {
              text: `State: ${EVENT_STATE_NAMES[state]}`,
              onRemove: () => onSearch({ state: undefined }),
            },
        search.order === undefined
          ? []
          : { text: `Order: #${search.order}`, onRemove: () => onSearch({ order: undefined }) },
        days.from === undefined
          ? []
          : { text: `From: ${days.from}`, onRemove: () => onSearch({ from: undefined }) },
        days.to === undefined
          ? []
          : { text: `To: ${days.to}`, onRemove: () => onSearch({ to: undefined }) },
      ].flat()}
      clear={<ClearButton box={box} onClear={onClear} />}
    >
      <Field isCompact label="Order" className="@3xl:w-33">
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
      <PeriodFields days={days} onChange={onSearch} />
      <SortSelect {...sorting} {...SORTS.events} />
    </FilterBar>
  );
};
