import type { AdminUser } from "#shared/schemas/administration.ts";
import { displayNameOf } from "#shared/rules/display-name.ts";

/** What somebody is called by their names: "Ada Byron". */
export const fullName = ({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string => `${firstName} ${lastName}`.trim();

/** What a row is called: the Discord name, else the names of the profile. */
export const userName = ({ profile, zlgMember: { discordName } }: AdminUser): string =>
  discordName === null ? fullName(profile) : displayNameOf(discordName);
