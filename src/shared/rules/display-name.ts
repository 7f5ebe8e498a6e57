const GUEST = "Guest";
const LONGEST_FULL_SIZE = 12;

/**
 * What a member is called on the site: the Discord name before any `#`, its first letter
 * capitalised, "Guest" where nothing is left [NAV-05].
 */
export const displayNameOf = (discordName: string | null | undefined): string => {
  const [beforeHash = ""] = (discordName ?? "").split("#");
  const [first, ...rest] = beforeHash.trim();
  return first === undefined ? GUEST : first.toLocaleUpperCase("en") + rest.join("");
};

/** True for a name over 12 characters, which uses a smaller font. */
export const isLongName = (name: string): boolean => Array.from(name).length > LONGEST_FULL_SIZE;

/** What somebody is called by their names: "Ada Byron". */
export const fullName = ({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string => `${firstName} ${lastName}`.trim();
