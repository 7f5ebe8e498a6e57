import type { Config } from "#server/config/config.ts";
import { rpIdOf } from "#server/modules/passkeys/index.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { type Finding, ok, warn } from "./finding.ts";

/**
 * Whether the site is where its passkeys were made: those for another host are lost [KEY-07].
 * @param hosts for which there are some, and how many for each.
 */
export const judgePasskeys = (
  { publicUrl }: Pick<Config, "publicUrl">,
  hosts: readonly { rpId: string; count: number }[],
): Finding => {
  const host = rpIdOf(publicUrl);
  const lost = hosts.filter(({ rpId }) => rpId !== host);
  if (lost.length > 0) return warn(HEALTH.lostPasskeys(lost, host));
  const [here] = hosts;
  return ok(here === undefined ? HEALTH.noPasskeys(host) : HEALTH.passkeys(here.count, here.rpId));
};
