import type { Config } from "#server/config/config.ts";
import { DAY_MS } from "#shared/constants/time.ts";

/** RFC 9116 wants less than a year. */
const VALID_DAYS = 180;

export const SECURITY_POLICY_PATH = "/security-policy.md";

/**
 * What RFC 9116 tells people who have found a weakness: to whom they write, and what happens then.
 * Written for each request, so that it never runs out while the site runs.
 */
export const securityTxt = (
  { publicUrl, community }: Pick<Config, "publicUrl" | "community">,
  now: Date,
): string => {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace(".000Z", "Z");
  return [
    `Contact: mailto:${encodeURI(community.brand.contactEmail)}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${publicUrl}${SECURITY_POLICY_PATH}`,
    "",
  ].join("\n");
};
