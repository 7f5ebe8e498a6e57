import {
  ArchiveX,
  CirclePlus,
  type LucideIcon,
  Merge,
  Pencil,
  RotateCcw,
  UserMinus,
  UserPlus,
} from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { TicketLink } from "#client/features/tickets/merging/number-link.tsx";
import { editedName, type TicketAct } from "#shared/constants/tickets.ts";
import { DESK } from "#shared/desk-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { TicketEntry } from "#shared/schemas/tickets.ts";
import { TICKET_ENTRIES } from "#shared/ticket-messages.ts";

const ICONS: Record<TicketAct, LucideIcon> = {
  opened: CirclePlus,
  edited: Pencil,
  assigned: UserPlus,
  unassigned: UserMinus,
  closed: ArchiveX,
  restored: RotateCcw,
  merged: Merge,
};

const list = new Intl.ListFormat("en");

/** "one, two and three", with each part as it is to be shown. */
const Listed = ({ parts }: { parts: readonly ReactNode[] }) => {
  let next = 0;
  return list.formatToParts(parts.map(String)).map(({ type, value }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- nothing but the order tells them apart
    <Fragment key={index}>{type === "element" ? parts[next++] : value}</Fragment>
  ));
};

type EntryLineProps = {
  entry: TicketEntry;
  /** What people are called in this thread, by their ids. */
  names: ReadonlyMap<string, string>;
};

/** What happened to the ticket, as a quiet line between the messages. */
export const EntryLine = ({ entry, names }: EntryLineProps) => {
  const { act, at, actor, fields, people, merged, silentDays } = entry;
  const Icon = ICONS[act];
  const nameOf = (person: Person) => (
    <bdi key={person.id} className="font-semibold text-muted">
      {names.get(person.id) ?? fullName(person)}
    </bdi>
  );
  const others = people.filter(({ id }) => id !== actor.id);
  const isSelf = others.length < people.length;
  const whom = [...(isSelf ? ["themselves"] : []), ...others.map(nameOf)];
  const said: Record<TicketAct, ReactNode> = {
    opened: TICKET_ENTRIES.opened,
    edited: <>changed the {list.format(fields.map(editedName))}</>,
    assigned:
      others.length === 0 ? (
        TICKET_ENTRIES.took
      ) : (
        <>
          assigned <Listed parts={whom} />
        </>
      ),
    unassigned:
      others.length === 0 ? (
        TICKET_ENTRIES.leftIt
      ) : (
        <>
          removed <Listed parts={whom} />
        </>
      ),
    closed: TICKET_ENTRIES.closed,
    restored: TICKET_ENTRIES.restored,
    merged: merged !== null && (
      <>
        merged <TicketLink id={merged.from} /> into <TicketLink id={merged.into} />
      </>
    ),
  };
  return (
    <li className="mt-5 flex justify-center">
      <p className="max-w-full px-2 text-center text-sm text-balance wrap-anywhere text-faint">
        <Icon className="mr-2 inline size-4 align-[-0.2em]" aria-hidden />
        {silentDays === undefined ? (
          <>
            {nameOf(actor)} {said[act]}
          </>
        ) : (
          DESK.closedBySilence(silentDays)
        )}{" "}
        · <TimeAgo at={at} className="whitespace-nowrap" />
      </p>
    </li>
  );
};
