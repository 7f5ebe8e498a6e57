import { ACCOUNT_STATES, LENGTHS, PLATFORMS, ROLES } from "#shared/constants/accounts.ts";
import { TIERS } from "#shared/constants/tiers.ts";
import type { AdminUserListInput } from "#shared/schemas/administration.ts";
import { line } from "#shared/schemas/text.ts";
import type { UserListSearch } from "./list-search.ts";

/** What the address says where nothing is narrowed. */
export const EVERYBODY: Readonly<Record<keyof UserListSearch, undefined>> = {
  q: undefined,
  tier: undefined,
  link: undefined,
  role: undefined,
  state: undefined,
};

const words = line(LENGTHS.search);
const among = <Value extends string>(values: readonly Value[], asked: string | undefined) =>
  values.find((value) => value === asked);

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const userInputOf = ({ q, ...asked }: UserListSearch): AdminUserListInput => {
  const search = q === undefined ? undefined : words.safeParse(q).data;
  return {
    ...(search !== undefined && search !== "" && { search }),
    tier: among(TIERS, asked.tier),
    link: among(PLATFORMS, asked.link),
    role: among(ROLES, asked.role),
    state: among(ACCOUNT_STATES, asked.state),
  };
};

/** Whether the list shows fewer than everybody. */
export const isNarrowed = (input: AdminUserListInput): boolean =>
  Object.values(input).some((value) => value !== undefined);
