import { displayNameOf, fullName } from "#shared/rules/display-name.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { AssignedUser, Message } from "#shared/schemas/tickets.ts";

/** What somebody is called in a thread: their Discord name, the name of their account without one. */
export const calledName = (discordName: string | null, person: Person): string =>
  discordName === null ? fullName(person) : displayNameOf(discordName);

/** What those who are in a thread are called there, by their ids. */
export const namesIn = (
  people: readonly AssignedUser[],
  messages: readonly Message[],
): ReadonlyMap<string, string> =>
  new Map([
    ...messages.map(
      ({ author, discordUserName }) => [author.id, calledName(discordUserName, author)] as const,
    ),
    ...people.map((one) => [one.id, calledName(one.zlgMember.discordName, one)] as const),
  ]);

/** Says of somebody that they belong to the team. */
export const AdminMark = () => (
  <span className="inline-flex items-center gap-1.5 rounded-full bg-accent/15 px-2 py-0.5 text-xs font-semibold text-accent">
    <span aria-hidden className="hexagon h-2 w-[0.45rem] bg-current" />
    Admin
  </span>
);

/** So many stand beside a name: more would push it away. */
const MARKS_MAX = 2;

/** What somebody does in the team, such as "Moderator". */
export const TeamMarks = ({ names }: { names: readonly string[] }) =>
  names.slice(0, MARKS_MAX).map((name) => (
    <span
      key={name}
      className="rounded-full border border-accent/40 px-2 py-px text-xs font-semibold wrap-anywhere text-accent"
    >
      {name}
    </span>
  ));
