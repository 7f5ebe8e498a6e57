import { searchTermsIn } from "#client/lib/list-filter.ts";
import { ACCOUNT_STATES, PLATFORMS, ROLES } from "#shared/constants/accounts.ts";
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
