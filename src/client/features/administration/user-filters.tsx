import { ClearButton, SearchBox, useSearchText } from "#client/components/search-box.tsx";
import { NativeSelect } from "#client/components/ui/field.tsx";
import { searchTermsIn } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { USER_SCREEN } from "#shared/admin-messages.ts";
import { ACCOUNT_STATES, PLATFORMS, PLATFORM_NAMES, ROLES } from "#shared/constants/accounts.ts";
import { TIERS } from "#shared/constants/tiers.ts";
import type { AdminUserListInput } from "#shared/schemas/administration.ts";
import type { UserListSearch } from "./list-search.ts";

const among = <Value extends string>(values: readonly Value[], asked: string | undefined) =>
  values.find((value) => value === asked);

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const userInputOf = ({ q, ...asked }: UserListSearch): AdminUserListInput => {
  const search = searchTermsIn(q);
  return {
    ...(search !== undefined && { search }),
    tier: among(TIERS, asked.tier),
    link: among(PLATFORMS, asked.link),
    role: among(ROLES, asked.role),
    state: among(ACCOUNT_STATES, asked.state),
  };
};

const STATES = {
  active: "Active",
  deactivated: "Deactivated",
  unverified: "Unverified",
} as const satisfies Record<(typeof ACCOUNT_STATES)[number], string>;

/** What the list can be narrowed by, each with its choices: the value and what it is called. */
const CHOICES = [
  { name: "tier", label: "Tier", all: "All tiers", options: TIERS.map((tier) => [tier, tier]) },
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
] as const;

type UserFiltersProps = SearchProps<UserListSearch> & {
  onClear: () => void;
};

/** Narrows the list of members by words, tier, linked account, role and state. */
export const UserFilters = ({ search, onSearch, onClear }: UserFiltersProps) => {
  const input = userInputOf(search);
  const box = useSearchText({ committed: search.q, commit: (q) => onSearch({ q }) });
  return (
    <search className="mt-6 block">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(2,minmax(0,1fr))_auto] xl:grid-cols-[repeat(4,minmax(0,1fr))_auto]">
        <div className="col-span-full">
          <SearchBox label={USER_SCREEN.search} box={box} />
        </div>
        {CHOICES.map(({ name, label, all, options }) => (
          <NativeSelect
            key={name}
            aria-label={label}
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
        <ClearButton
          box={box}
          onClear={onClear}
          className="col-span-full h-12 sm:col-span-1 sm:col-start-3 sm:row-span-2 sm:row-start-2 sm:self-end xl:col-start-5 xl:row-span-1"
        />
      </div>
    </search>
  );
};
