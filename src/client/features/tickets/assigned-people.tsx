import { MemberAvatar } from "#client/components/member-avatar.tsx";
import { fullName } from "#shared/rules/full-name.ts";
import type { AssignedUser } from "#shared/schemas/tickets.ts";

/** So many are shown before the rest is only counted. */
const SHOWN = 4;

/** Who is on a ticket as a row of pictures, each with its name on hover. */
export const AssignedPeople = ({ people }: { people: readonly AssignedUser[] }) => {
  const rest = people.slice(SHOWN);
  return (
    <span className="flex items-center">
      {people.slice(0, SHOWN).map((person) => (
        <span key={person.id} aria-hidden title={fullName(person)} className="ml-1 first:ml-0">
          <MemberAvatar
            name={person.firstName}
            picture={person.zlgMember.discordImgUrl}
            className="block h-8"
          />
        </span>
      ))}
      {rest.length > 0 && (
        <span
          aria-hidden
          title={rest.map(fullName).join(", ")}
          className="ml-1.5 text-sm font-semibold text-muted tabular-nums"
        >
          +{rest.length}
        </span>
      )}
      <span className="sr-only">Assigned: {people.map(fullName).join(", ")}</span>
    </span>
  );
};
