import { DayFilter, FilterBar, PeriodFilter } from "#client/components/filter-bar.tsx";
import { ClearButton, SearchBox, useSearchText } from "#client/components/search-box.tsx";
import { SortSelect, type Sorting } from "#client/components/sorting.tsx";
import { NativeSelect } from "#client/components/ui/field.tsx";
import { dayIn, searchTermsIn } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useSite } from "#client/lib/site.ts";
import { USER_SCREEN } from "#shared/admin-messages.ts";
import { ACCOUNT_STATES, PLATFORMS, PLATFORM_NAMES, ROLES } from "#shared/constants/accounts.ts";
import { NO_TIER } from "#shared/constants/shop.ts";
import { SORTS } from "#shared/list-messages.ts";
import { MAILING_LIST } from "#shared/newsletter-messages.ts";
import { tierOf } from "#shared/rules/tiers.ts";
import type { AdminUserListInput } from "#shared/schemas/administration.ts";
import type { CommunityTier } from "#shared/schemas/community/tiers.ts";
import type { UserListSearch } from "./list-search.ts";

const among = <Value extends string>(values: readonly Value[], asked: string | undefined) =>
  values.find((value) => value === asked);

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const userInputOf = (
  { q, ...asked }: UserListSearch,
  tiers: readonly CommunityTier[],
): AdminUserListInput => {
  const search = searchTermsIn(q);
  return {
    ...(search !== undefined && { search }),
    tier: among([NO_TIER, ...tiers.map(({ key }) => key)], asked.tier),
    link: among(PLATFORMS, asked.link),
    role: among(ROLES, asked.role),
    state: among(ACCOUNT_STATES, asked.state),
    joinedFrom: dayIn(asked.from),
    news: among(["agreed"], asked.news),
  };
};

const STATES = {
  active: "Active",
  deactivated: "Deactivated",
  unverified: "Unverified",
  waiting: "Waiting",
} as const satisfies Record<(typeof ACCOUNT_STATES)[number], string>;

/** What the list can be narrowed by, each with its choices: the value and what it is called. */
const CHOICES = [
  {
    name: "link",
    label: "Linked account",
    all: "Any account",
    options: PLATFORMS.map((platform) => [platform, `Has ${PLATFORM_NAMES[platform]}`]),
  },
  { name: "role", label: "Role", all: "All roles", options: ROLES.map((role) => [role, role]) },
  {
    name: "state",
    label: "State",
    all: "All states",
    options: ACCOUNT_STATES.map((state) => [state, STATES[state]]),
  },
  {
    name: "news",
    label: MAILING_LIST.filter,
    all: MAILING_LIST.all,
    options: [["agreed", MAILING_LIST.agreed]],
  },
] as const;

/** The same with the tiers before them, where there are some. */
const choicesOf = (tiers: readonly CommunityTier[]) => {
  if (tiers.length === 0) return CHOICES;
  const named = tiers.map(({ key }) => [key, tierOf(tiers, key).name] as const);
  const options = [[NO_TIER, NO_TIER] as const, ...named];
  return [{ name: "tier", label: "Tier", all: "All tiers", options } as const, ...CHOICES];
};

type UserFiltersProps = SearchProps<UserListSearch> & {
  onClear: () => void;
  sorting: Sorting<"name" | "joined" | "points">;
};

/** Narrows the list of members by words, tier, linked account, role and state. */
export const UserFilters = ({ search, onSearch, onClear, sorting }: UserFiltersProps) => {
  const { tiers, timezone } = useSite();
  const input = userInputOf(search, tiers);
  const choices = choicesOf(tiers);
  const box = useSearchText({ committed: search.q, commit: (q) => onSearch({ q }) });
  return (
    <FilterBar
      lead={<SearchBox label={USER_SCREEN.search} box={box} />}
      narrowing={[input.tier, input.link, input.role, input.state, input.news, input.joinedFrom]}
      chips={[
        ...choices.flatMap(({ name, label, options }) => {
          const chosen = options.find(([value]) => value === input[name]);
          return chosen === undefined
            ? []
            : { text: `${label}: ${chosen[1]}`, onRemove: () => onSearch({ [name]: undefined }) };
        }),
        ...(input.joinedFrom === undefined
          ? []
          : [
              {
                text: `${USER_SCREEN.joinedFrom}: ${input.joinedFrom}`,
                onRemove: () => onSearch({ from: undefined }),
              },
            ]),
      ]}
      seldom={
        <>
          <PeriodFilter
            label={USER_SCREEN.joined}
            className="@3xl:w-36"
            from={input.joinedFrom}
            to={undefined}
            timeZone={timezone}
            onChange={({ from }) => onSearch({ from })}
          />
          <DayFilter
            label={USER_SCREEN.joinedFrom}
            title={USER_SCREEN.joinedFrom}
            className="@3xl:w-40"
            value={input.joinedFrom}
            onChange={(from) => onSearch({ from })}
          />
        </>
      }
      clear={<ClearButton box={box} onClear={onClear} className="col-span-full" />}
    >
      {choices.map(({ name, label, all, options }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          className="@3xl:w-33"
          value={input[name] ?? ""}
          onChange={(event) => onSearch({ [name]: event.target.value || undefined })}
        >
          <option value="">{all}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </NativeSelect>
      ))}
      <SortSelect {...sorting} {...SORTS.users} />
    </FilterBar>
  );
};
