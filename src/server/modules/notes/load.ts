import { and, eq } from "drizzle-orm";
import type { MemberReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { worksOn } from "#server/modules/desk/index.ts";
import { findTicket, type TicketRow } from "#server/modules/tickets/index.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { NOTES } from "#shared/note-messages.ts";
import type { TicketNote } from "#shared/schemas/notes.ts";

export type NoteRow = Tables["ticketNotes"]["$inferSelect"];

/**
 * A ticket whose notes the actor may see: it takes the permissions of its
 * category's team, though they are on it.
 * @throws {AppError} `not_found` for whoever may not see the ticket, `forbidden` for all others who
 *   lack one.
 */
export const findNotedTicket = async (reader: MemberReader, id: number): Promise<TicketRow> => {
  const ticket = await findTicket(reader, id);
  if (!worksOn(reader, ticket)) throw new AppError("forbidden", NOTES.forTeam);
  return ticket;
};

/** Notes with those who wrote them, for a query that says which and in what order. */
export const selectNotes = (reader: Reader) => {
  const { ticketNotes, users, links } = reader.tables;
  return reader
    .select({
      note: ticketNotes,
      author: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        role: users.role,
      },
      discordUserName: links.name,
      discordImgUrl: links.imageUrl,
    })
    .from(ticketNotes)
    .innerJoin(users, eq(users.id, ticketNotes.authorId))
    .leftJoin(links, and(eq(links.userId, users.id), eq(links.platform, "discord")))
    .$dynamic();
};

type FoundNote = Pick<TicketNote, "author" | "discordUserName" | "discordImgUrl"> & {
  note: NoteRow;
};

/** A note as it stands on the wire. Of somebody whose data is erased the names say "Deleted member". */
export const toNote = ({ note, ...writer }: FoundNote): TicketNote => {
  const { id, ticketId, content, createdAt, editedAt } = note;
  return {
    id,
    ticketId,
    content,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    ...writer,
  };
};

/** One note, as it stands on the wire. @throws {AppError} `not_found` where it is gone. */
export const showNote = async (reader: Reader, id: number): Promise<TicketNote> => {
  const { ticketNotes } = reader.tables;
  const [found] = await selectNotes(reader).where(eq(ticketNotes.id, id));
  if (found === undefined) throw new AppError("not_found", NOTES.unknown);
  return toNote(found);
};
