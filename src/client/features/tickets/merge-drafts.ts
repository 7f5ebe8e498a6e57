import { TICKET_FIELDS, type TicketField } from "#shared/constants/tickets.ts";
import type { Person } from "#shared/schemas/members.ts";
import { isSamePeople, type TicketDraft } from "./ticket-draft.ts";

const hasId = (people: readonly Person[], id: string) => people.some((person) => person.id === id);

/** Who is on it now, with the changes that were made to who was on it before. */
const mergePeople = (before: readonly Person[], mine: readonly Person[], now: Person[]) =>
  isSamePeople(before, mine)
    ? now
    : [
        ...now.filter(({ id }) => hasId(mine, id) || !hasId(before, id)),
        ...mine.filter(({ id }) => !hasId(now, id) && !hasId(before, id)),
      ];

/** Fields that are taken over together. */
const GROUPS: readonly (readonly TicketField[])[] = [
  ["game", "server"],
  ...TICKET_FIELDS.filter((field) => field !== "game" && field !== "server").map((field) => [
    field,
  ]),
];

export type MergedDraft = {
  draft: TicketDraft;
  /** What stands there now of what both have changed, by field. */
  theirs: Partial<Record<TicketField, string>>;
};

/**
 * Brings what somebody has typed together with what others have saved meanwhile: whatever they
 * touched themselves stays as they wrote it, everything else is what it is now. Game and server go
 * together.
 * @param before what the typing began with.
 */
export const mergeDrafts = (
  before: TicketDraft,
  mine: TicketDraft,
  now: TicketDraft,
): MergedDraft => {
  const theirs: MergedDraft["theirs"] = {};
  const draft = { ...now, people: mergePeople(before.people, mine.people, now.people) };
  for (const group of GROUPS) {
    if (group.every((field) => mine[field] === before[field])) continue;
    const isContested = group.some((field) => now[field] !== before[field]);
    for (const field of group) {
      draft[field] = mine[field];
      if (isContested && now[field] !== mine[field]) theirs[field] = now[field];
    }
  }
  return { draft, theirs };
};
