/** What somebody is called by their names: "Ada Byron". */
export const fullName = ({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string => `${firstName} ${lastName}`.trim();
