import { and, eq } from "drizzle-orm";
import type { MemberCtx, MemberReader, MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { assertWorksOn, worksOn } from "#server/modules/desk/index.ts";
import { findTicket, noteTicketRead, type TicketRow } from "#server/modules/tickets/index.ts";
import { keyset } from "#server/store/cursor.ts";
import { once } from "#server/store/idempotency.ts";
import { one, type Reader, type Tables } from "#server/store/store.ts";
import { NOTE_CHANGE_MS } from "#shared/constants/desk.ts";
import { THREAD_PAGE_SIZE } from "#shared/constants/lists.ts";
import { NOTES } from "#shared/desk-messages.ts";
import type {
  NewNote,
  NoteEdit,
  NoteInput,
  NoteListInput,
  TicketNote,
} from "#shared/schemas/desk.ts";
import type { Page } from "#shared/schemas/lists.ts";

type NoteRow = Tables["ticketNotes"]["$inferSelect"];

/**
 * A ticket whose notes the actor may see: it takes the permissions of its
 * category's team, though they are on it.
 * @throws {AppError} `not_found` for whoever may not see the ticket, `forbidden` for all others who
 *   lack one.
 */
const findNotedTicket = async (reader: MemberReader, id: number): Promise<TicketRow> => {
  const ticket = await findTicket(reader, id);
  if (!worksOn(reader, ticket)) throw new AppError("forbidden", NOTES.forTeam);
  return ticket;
};

/** Notes with those who wrote them, for a query that says which and in what order. */
const selectNotes = (reader: Reader) => {
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
const toNote = ({ note, ...writer }: FoundNote): TicketNote => {
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
const showNote = async (reader: Reader, id: number): Promise<TicketNote> => {
  const { ticketNotes } = reader.tables;
  const [found] = await selectNotes(reader).where(eq(ticketNotes.id, id));
  if (found === undefined) throw new AppError("not_found", NOTES.unknown);
  return toNote(found);
};

/**
 * What the team has noted on a ticket: the newest notes, oldest first; the page after it holds older
 * ones [AID-01].
 * @throws {AppError} as `findNotedTicket`.
 */
export const listNotes = async (
  ctx: MemberCtx,
  input: NoteListInput,
): Promise<Page<TicketNote>> => {
  const { ticketNotes } = ctx.tables;
  const { id, cursor, limit = THREAD_PAGE_SIZE } = input;
  const newestFirst = keyset({ id: ticketNotes.id });
  await noteTicketRead(ctx, await findNotedTicket(ctx.read, id));
  const rows = await selectNotes(ctx.read)
    .where(and(eq(ticketNotes.ticketId, id), newestFirst.before(cursor)))
    .orderBy(...newestFirst.order)
    // One more says whether there is another page.
    .limit(limit + 1);
  const { shown, nextCursor } = newestFirst.page(rows.map(toNote), limit);
  return { items: shown.toReversed(), nextCursor };
};

const writeNote = async (tx: MemberTx, { id: ticketId, content }: NewNote): Promise<number> => {
  const { ticketNotes } = tx.tables;
  const { userId: authorId } = tx.actor;
  await tx.count("notesByMember", authorId);
  const { id } = one(
    await tx
      .insert(ticketNotes)
      .values({ ticketId, authorId, content, createdAt: tx.clock.now() })
      .returning({ id: ticketNotes.id }),
  );
  tx.publish({ type: "note.added", ticketId, noteId: id });
  return id;
};

/**
 * Writes a note for the team on a ticket, open or closed. Nobody is notified, and nothing of the ticket
 * itself changes, so that nobody else can tell. With a key it is written once.
 * @throws {AppError} as `findNotedTicket`; `forbidden` for whoever has lost the permission;
 *   `too_many_requests`.
 */
export const addNote = async (ctx: MemberCtx, input: NewNote): Promise<TicketNote> => {
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `note:${input.id}:${idempotencyKey}`;
  return ctx.write(async (tx) => {
    await assertWorksOn(tx, await findNotedTicket(tx, input.id));
    const request = { actor: tx.actor.userId, key, content: JSON.stringify(input) };
    return showNote(tx, await once(tx, request, () => writeNote(tx, input)));
  });
};

/** A note that the actor may still change, and tells those who look at it that it is changed. */
const changeable = async (tx: MemberTx, noteId: number): Promise<NoteRow> => {
  const { ticketNotes } = tx.tables;
  const [found] = await tx.select().from(ticketNotes).where(eq(ticketNotes.id, noteId));
  if (found === undefined) throw new AppError("not_found", NOTES.unknown);
  const { ticketId, authorId, createdAt } = found;
  await assertWorksOn(tx, await findNotedTicket(tx, ticketId));
  if (authorId !== tx.actor.userId) throw new AppError("forbidden", NOTES.notYours);
  if (tx.clock.now().getTime() - createdAt.getTime() > NOTE_CHANGE_MS)
    throw new AppError("conflict", NOTES.tooLate);
  await tx.count("notesByMember", tx.actor.userId);
  tx.publish({ type: "note.changed", ticketId, noteId });
  return found;
};

/**
 * Changes a note, for its author and for ten minutes [AID-03].
 * @throws {AppError} `not_found`, `forbidden` for everybody else, `conflict` after that.
 */
export const editNote = (ctx: MemberCtx, { noteId, content }: NoteEdit): Promise<TicketNote> =>
  ctx.write(async (tx) => {
    const { ticketNotes } = tx.tables;
    const { id, ticketId } = await changeable(tx, noteId);
    await tx
      .update(ticketNotes)
      .set({ content, editedAt: tx.clock.now() })
      .where(eq(ticketNotes.id, id));
    await tx.audit({ action: "note.edited", subject: null, after: { ticketId } });
    return showNote(tx, id);
  });

/**
 * Removes a note, for its author and for ten minutes [AID-03].
 * @returns the sentence to show.
 * @throws {AppError} as `editNote`.
 */
export const removeNote = (ctx: MemberCtx, { noteId }: NoteInput): Promise<string> =>
  ctx.write(async (tx) => {
    const { ticketNotes } = tx.tables;
    const { id, ticketId } = await changeable(tx, noteId);
    await tx.delete(ticketNotes).where(eq(ticketNotes.id, id));
    await tx.audit({ action: "note.removed", subject: null, after: { ticketId } });
    return NOTES.removed;
  });

/** Makes the notes that one account wrote those of another, in the caller's transaction. */
export const moveWrittenNotes = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { ticketNotes } = tx.tables;
  await tx.update(ticketNotes).set({ authorId: to }).where(eq(ticketNotes.authorId, from));
};

/** Makes the notes on one ticket those of another, in the caller's transaction. */
export const moveNotes = async (
  tx: Tx,
  { from, into }: { from: number; into: number },
): Promise<void> => {
  const { ticketNotes } = tx.tables;
  const [moved] = await tx
    .update(ticketNotes)
    .set({ ticketId: into })
    .where(eq(ticketNotes.ticketId, from))
    .returning({ id: ticketNotes.id });
  if (moved === undefined) return;
  for (const ticketId of [from, into])
    tx.publish({ type: "note.changed", ticketId, noteId: moved.id });
};
