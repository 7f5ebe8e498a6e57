import type { Person } from "#shared/schemas/members.ts";

/** What somebody is called: "Ada Byron". */
export const fullName = ({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();
