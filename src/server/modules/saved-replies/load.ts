import { and, eq, isNull, or } from "drizzle-orm";
import type { MemberCtx, MemberReader, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Tables } from "#server/store/store.ts";
import { OWN_REPLIES_MAX, SHARED_REPLIES_MAX } from "#shared/constants/saved-replies.ts";
import { SAVED_REPLIES } from "#shared/saved-reply-messages.ts";
import type { SavedReply } from "#shared/schemas/saved-replies.ts";

export type ReplyRow = Tables["savedReplies"]["$inferSelect"];

/** Those that somebody may use and change: what the team shares, and their own. */
const isUsable = ({ savedReplies: t }: Tables, userId: string) =>
  or(isNull(t.ownerId), eq(t.ownerId, userId));

/**
 * One that the actor may use and change.
 * @throws {AppError} `not_found` for every other, as for one that is not there.
 */
export const findReply = async (tx: MemberTx, id: number): Promise<ReplyRow> => {
  const { savedReplies: t } = tx.tables;
  const [found] = await tx
    .select()
    .from(t)
    .where(and(eq(t.id, id), isUsable(tx.tables, tx.actor.userId)));
  if (found === undefined) throw new AppError("not_found", SAVED_REPLIES.unknown);
  return found;
};

/** As it stands on the wire, for whoever asks. */
export const toReply = (
  { id, title, text, ownerId, revision, updatedAt }: ReplyRow,
  usedAt: Date | null,
): SavedReply => ({
  id,
  title,
  text,
  isShared: ownerId === null,
  revision,
  updatedAt: updatedAt.toISOString(),
  lastUsedAt: usedAt?.toISOString() ?? null,
});

/** What somebody may use, with when they did so last. Nobody has more than a few hundred. */
export const usableReplies = (reader: MemberReader) => {
  const { savedReplies: t, savedReplyUses: uses } = reader.tables;
  const { userId } = reader.actor;
  return reader
    .select({ reply: t, usedAt: uses.usedAt })
    .from(t)
    .leftJoin(uses, and(eq(uses.replyId, t.id), eq(uses.userId, userId)))
    .where(isUsable(reader.tables, userId));
};

const byUse = (a: SavedReply, b: SavedReply): number =>
  (b.lastUsedAt ?? "").localeCompare(a.lastUsedAt ?? "") ||
  a.title.localeCompare(b.title) ||
  a.id - b.id;

/**
 * All replies that somebody of the team may use: those that are shared, and their own [AID-04]. What they
 * used last comes first, then by title.
 */
export const listReplies = async ({ read }: MemberCtx): Promise<SavedReply[]> => {
  const rows = await usableReplies(read).limit(SHARED_REPLIES_MAX + OWN_REPLIES_MAX);
  return rows.map(({ reply, usedAt }) => toReply(reply, usedAt)).toSorted(byUse);
};
