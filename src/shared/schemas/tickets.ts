import { z } from "zod/mini";
import { LENGTHS, ROLES } from "#shared/constants/accounts.ts";
import {
  type OptionalTicketField,
  TICKET_ACTS,
  TICKET_FIELDS,
  TICKET_FIELD_SPECS,
  TICKET_PEOPLE_MAX,
  TICKET_STATUSES,
  type TicketField,
  type TicketFieldSpec,
  type TicketFieldValues,
  byTicketField,
  choicesOf,
  specOf,
} from "#shared/constants/tickets.ts";
import { idempotencyKey, pageInput, pageOf, recordId, searchInput, userId } from "./lists.ts";
import { person } from "./members.ts";
import { isSeen, line, text } from "./text.ts";

const time = z.iso.datetime();
const isSeenRule = z.refine<string>(isSeen, "must not be empty");

/** `GET tickets/options`. */
export const ticketOptions = z.object({
  /** The names of a game's servers by the game's name, in the community's order. */
  gamesWithServers: z.record(z.string(), z.array(z.string())),
  /** Their keys, in the community's order. */
  categories: z.array(z.string()),
});
export type TicketOptions = z.infer<typeof ticketOptions>;

/** Somebody on a ticket. */
export const assignedUser = z.extend(person, {
  role: z.enum(ROLES),
  zlgMember: z.object({
    discordImgUrl: z.nullable(z.string()),
    discordName: z.nullable(z.string()),
  }),
});
export type AssignedUser = z.infer<typeof assignedUser>;

type Rule<Value> = z.ZodMiniType<Value, Value>;

type ShownFields = { [Field in TicketField]: Rule<TicketFieldValues[Field]> };
/** As it stands on the wire: what was checked when it was sent. */
const shownFields = byTicketField<ShownFields>((field) => {
  const spec = specOf(field);
  return spec.input === "choice" ? z.enum(choicesOf(spec)) : z.string();
});

/** A ticket [TICK-02]. `createdBy` is a user's id, who is always among the assigned. */
export const ticket = z.object({
  id: z.int(),
  ...shownFields,
  status: z.enum(TICKET_STATUSES),
  createdAt: time,
  updatedAt: time,
  createdBy: z.string(),
  assignedUsers: z.array(assignedUser),
});
export type Ticket = z.infer<typeof ticket>;
export const ticketPage = pageOf(ticket);

export const ticketInput = z.object({ id: recordId });
export const ticketListInput = z.extend(searchInput, {
  status: z.enum(TICKET_STATUSES),
  game: z.optional(line(LENGTHS.serverName)),
  category: z.optional(line(LENGTHS.ticketOption)),
  /** True: those that one is on, though one may see all. */
  isMine: z.optional(z.boolean()),
});
export type TicketListInput = z.infer<typeof ticketListInput>;

type SentFields = {
  [Field in TicketField]: Field extends OptionalTicketField
    ? z.ZodMiniOptional<Rule<TicketFieldValues[Field]>>
    : Rule<TicketFieldValues[Field]>;
};
const sentField = (spec: TicketFieldSpec): z.ZodMiniType => {
  const isOptional = spec.missing === null;
  if (spec.input === "choice") {
    const chosen = z.enum(choicesOf(spec));
    return isOptional ? z.optional(chosen) : chosen;
  }
  const typed = (spec.input === "text" ? text : line)(spec.max);
  return isOptional ? z.optional(typed) : typed.check(isSeenRule);
};
/** What may be sent; what may stay empty may be absent. */
const sentFields = byTicketField<SentFields>(
  (field) => sentField(TICKET_FIELD_SPECS[field]) as SentFields[TicketField],
);

const fields = {
  ...sentFields,
  assignedUserIds: z.nullish(z.array(userId).check(z.maxLength(TICKET_PEOPLE_MAX))),
};

/** `POST tickets`. Whoever asks is the creator, whatever else is sent. */
export const newTicket = z.object({ ...fields, idempotencyKey });
export type NewTicket = z.infer<typeof newTicket>;

/** `PUT tickets/{id}/edit`. Without `assignedUserIds` the same people stay on it. */
export const ticketEdit = z.object({
  id: recordId,
  ...fields,
  /** The ticket's `updatedAt` as whoever edits has seen it: 409 where it is another by now. */
  updatedAt: z.nullish(time),
});
export type TicketEdit = z.infer<typeof ticketEdit>;

/** `POST tickets/{id}/assign-user`; without `userId` an Admin takes the ticket. */
export const ticketAssignment = z.object({ id: recordId, userId: z.nullish(userId) });

/** How many tickets are open, up to `COUNT_MAX`. */
export const ticketCounts = z.object({ open: z.int() });

/** One line of a ticket's history. */
export const ticketEntry = z.object({
  id: z.int(),
  act: z.enum(TICKET_ACTS),
  at: time,
  /** By whom. */
  actor: person,
  /** Of an edit: what was changed. */
  fields: z.array(z.enum(TICKET_FIELDS)),
  /** Of an assignment: whom it is about. */
  people: z.array(person),
});
export type TicketEntry = z.infer<typeof ticketEntry>;

/** A message [MSG-07], and who wrote it. Without a Discord account its fields are null. */
export const message = z.object({
  id: z.int(),
  content: z.string(),
  createdAt: time,
  discordUserId: z.nullable(z.string()),
  discordUserName: z.nullable(z.string()),
  discordImgUrl: z.nullable(z.string()),
  imgUrlsJson: z.array(z.string()),
  author: z.extend(person, { role: z.enum(ROLES) }),
});
export type Message = z.infer<typeof message>;
/** Oldest first; the page after it holds older ones. */
export const messagePage = pageOf(message);

export const threadInput = z.extend(pageInput, { ticketId: recordId });
/** `POST message`. */
export const newMessage = z.object({
  messageGroupId: recordId,
  content: text(LENGTHS.message).check(isSeenRule),
  imgUrl: z.nullish(z.string().check(z.maxLength(LENGTHS.url))),
  idempotencyKey,
});
export type NewMessage = z.infer<typeof newMessage>;
