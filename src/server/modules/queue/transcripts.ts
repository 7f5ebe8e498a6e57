import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { attachmentsOfTicket } from "#server/modules/attachments/index.ts";
import { worksOn } from "#server/modules/desk/index.ts";
import {
  findTicket,
  listMessages,
  readHistory,
  showTicket,
} from "#server/modules/tickets/index.ts";
import { PAGE_SIZE_MAX } from "#shared/constants/lists.ts";
import {
  shownValue,
  TICKET_FIELD_SPECS,
  TICKET_FIELDS,
  type TicketStatus,
} from "#shared/constants/tickets.ts";
import { NOTES, TRANSCRIPT, TRANSCRIPT_EVENTS } from "#shared/desk-messages.ts";
import { displayNameOf, fullName } from "#shared/rules/lines.ts";
import type {
  TicketNote,
  Transcript,
  TranscriptInput,
  TranscriptLine,
} from "#shared/schemas/desk.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { Message, Ticket, TicketEntry } from "#shared/schemas/tickets.ts";
import { listNotes } from "./notes.ts";

const STATUS_NAMES: Record<TicketStatus, string> = { Open: "Open", closed: "Closed" };

/** Everything that a list gives page by page, oldest first. Between two pages others have their turn. */
const walk = async <Item>(
  ask: (page: { cursor: string | null; limit: number }) => Promise<Page<Item>>,
): Promise<Item[]> => {
  const pages: Item[][] = [];
  let cursor: string | null = null;
  do {
    // oxlint-disable-next-line no-await-in-loop -- Each page says where the one before it is.
    const page: Page<Item> = await ask({ cursor, limit: PAGE_SIZE_MAX });
    pages.push(page.items);
    ({ nextCursor: cursor } = page);
    // oxlint-disable-next-line no-await-in-loop -- A long thread holds nobody else up.
    await yieldToEventLoop();
  } while (cursor !== null);
  return pages.toReversed().flat();
};

/** What somebody is called there: their Discord name, the name of their account without one. */
const calledName = (discordName: string | null, person: Person): string =>
  discordName === null ? fullName(person) : displayNameOf(discordName);

const PLAIN = { isEdited: false, isRemoved: false, files: [] };

const ofMessage = (message: Message): TranscriptLine => {
  const { content, createdAt, editedAt, removedAt, author, discordUserName, attachments } = message;
  const isElsewhere = (url: string) => attachments.every(({ url: own }) => !url.endsWith(own));
  return {
    kind: "message",
    at: createdAt,
    name: calledName(discordUserName, author),
    text: content,
    isEdited: editedAt !== null && removedAt === null,
    isRemoved: removedAt !== null,
    files: [
      ...attachments.map(({ name }) => name),
      ...message.imgUrlsJson.filter((url) => isElsewhere(url)),
    ],
  };
};

const ofNote = ({ content, createdAt, editedAt, author, discordUserName }: TicketNote) =>
  ({
    ...PLAIN,
    kind: "note",
    at: createdAt,
    name: calledName(discordUserName, author),
    text: content,
    isEdited: editedAt !== null,
  }) satisfies TranscriptLine;

const eventText = ({ act, people, merged, silentDays }: TicketEntry): string => {
  if (silentDays !== undefined) return TRANSCRIPT_EVENTS.closedBySilence(silentDays);
  const names = people.map(fullName).join(", ");
  if (act === "assigned" || act === "unassigned") return TRANSCRIPT_EVENTS[act](names);
  if (act === "merged") return TRANSCRIPT_EVENTS.merged(merged?.from ?? 0, merged?.into ?? 0);
  return TRANSCRIPT_EVENTS[act];
};

const ofEntry = (entry: TicketEntry): TranscriptLine => ({
  ...PLAIN,
  kind: "event",
  at: entry.at,
  // Whoever opened it did not close it then.
  name: entry.silentDays === undefined ? fullName(entry.actor) : TRANSCRIPT.site,
  text: eventText(entry),
});

const byTime = (a: TranscriptLine, b: TranscriptLine): number =>
  a.at < b.at ? -1 : Number(a.at > b.at);

/** What the ticket is about, and what was answered to the questions of its category. */
const factsOf = ({ config }: MemberCtx, ticket: Ticket): Transcript["facts"] => [
  ...TICKET_FIELDS.filter(
    (field) => TICKET_FIELD_SPECS[field].place === "fact" && ticket[field] !== "",
  ).map((field) => ({
    term: TICKET_FIELD_SPECS[field].label,
    value: shownValue(config.community.tickets, field, ticket[field]),
  })),
  ...(ticket.answers ?? []).map(({ label, value }) => ({ term: label, value })),
];

/**
 * A ticket with everything that was said on it, for whoever may read it; the team may have its notes, too
 * [AID-07].
 * @throws {AppError} `not_found` for whoever may not see the ticket, `forbidden` for notes for whoever
 *   may not read them, `too_many_requests`.
 */
export const readTranscript = async (
  ctx: MemberCtx,
  { id, withNotes = false }: TranscriptInput,
): Promise<Transcript> => {
  const { brand, timezone } = ctx.config.community;
  const row = await findTicket(ctx.read, id);
  if (withNotes && !worksOn(ctx, row)) throw new AppError("forbidden", NOTES.forTeam);
  await ctx.write((tx) => tx.count("transcriptsByMember", tx.actor.userId));
  const messages = await walk((page) => listMessages(ctx, { ticketId: id, ...page }));
  const notes = withNotes ? await walk((page) => listNotes(ctx, { id, ...page })) : [];
  const history = await readHistory(ctx, { id });
  const ticket = await showTicket(ctx.read, id);
  const attachments = await attachmentsOfTicket(ctx.read, id);
  return {
    id,
    community: brand.name,
    subject: ticket.subject,
    status: STATUS_NAMES[ticket.status],
    facts: factsOf(ctx, ticket),
    description: ticket.description,
    files: attachments.map(({ name }) => name),
    openedAt: ticket.createdAt,
    people: ticket.assignedUsers.map((person) => calledName(person.zlgMember.discordName, person)),
    madeAt: ctx.clock.now().toISOString(),
    timeZone: timezone,
    hasNotes: withNotes,
    lines: [...history.map(ofEntry), ...messages.map(ofMessage), ...notes.map(ofNote)].toSorted(
      byTime,
    ),
  };
};
