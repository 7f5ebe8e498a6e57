import { displayNameOf } from "#shared/rules/display-name.ts";
import { fullName } from "#shared/rules/full-name.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";

/** What a row is called: the Discord name, else the names of the profile. */
export const userName = ({ profile, zlgMember: { discordName } }: AdminUser): string =>
  discordName === null ? fullName(profile) : displayNameOf(discordName);
