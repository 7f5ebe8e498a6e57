import type { Config } from "#server/config/config.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { type Finding, ok, warn } from "./finding.ts";

/**
 * Whether the team has the second factor that the site asks of it: until then their permissions are off [FACTOR-11].
 * @param team how many they are, and how many of them have none.
 */
export const judgeTeam = (
  {
    community,
  }: { community: { security: Pick<Config["community"]["security"], "teamNeedsSecondFactor"> } },
  { people, without }: { people: number; without: number },
): Finding => {
  if (!community.security.teamNeedsSecondFactor) return ok(HEALTH.teamNotAsked(people, without));
  return without === 0
    ? ok(HEALTH.teamHasFactors(people))
    : warn(HEALTH.teamLacksFactors(people, without));
};
