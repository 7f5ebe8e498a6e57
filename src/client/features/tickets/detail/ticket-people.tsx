import { MemberAvatar } from "#client/components/member-avatar.tsx";
import { fullName } from "#shared/rules/full-name.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { AdminMark } from "./admin-mark.tsx";
import { calledName } from "./names.ts";

/** Who is on a ticket, with the names of their accounts and of Discord. */
export const TicketPeople = ({ ticket: { assignedUsers, createdBy } }: { ticket: Ticket }) => (
  <ul aria-label="Assigned people" className="flex flex-wrap gap-2">
    {assignedUsers.map((person) => {
      const { discordName, discordImgUrl } = person.zlgMember;
      const name = calledName(discordName, person);
      const full = fullName(person);
      return (
        <li
          key={person.id}
          className="flex max-w-full min-w-0 items-center gap-2.5 rounded-xl border border-night-700 bg-night-850 py-1.5 pr-3.5 pl-2"
        >
          <MemberAvatar name={name} picture={discordImgUrl} className="h-10 shrink-0" />
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <bdi className="font-semibold wrap-anywhere">{name}</bdi>
              {person.role === "Admin" && <AdminMark />}
            </span>
            <span className="block text-sm wrap-anywhere text-faint">
              {name !== full && <bdi>{full}</bdi>}
              {name !== full && person.id === createdBy && " · "}
              {person.id === createdBy && "Opened it"}
            </span>
          </span>
        </li>
      );
    })}
  </ul>
);
