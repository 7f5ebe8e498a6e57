import { and, count, eq, inArray, isNull, or } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberReader, MemberTx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { once } from "#server/store/idempotency.ts";
import { one, type Tables } from "#server/store/store.ts";
import {
  OWN_REPLIES_MAX,
  REPLY_PLACEHOLDER_NAMES,
  SHARED_REPLIES_MAX,
} from "#shared/constants/desk.ts";
import { SAVED_REPLIES } from "#shared/desk-messages.ts";
import { unknownPlaceholder } from "#shared/rules/written-text.ts";
import type { SavedReply, SavedReplyDraft, SavedReplyInput } from "#shared/schemas/desk.ts";

export type ReplyRow = Tables["savedReplies"]["$inferSelect"];

/** Those that somebody may use and change: what the team shares, and their own. */
const isUsable = ({ savedReplies: t }: Tables, userId: string) =>
  or(isNull(t.ownerId), eq(t.ownerId, userId));

/**
 * One that the actor may use and change.
 * @throws {AppError} `not_found` for every other, as for one that is not there.
 */
const findReply = async (tx: MemberTx, id: number): Promise<ReplyRow> => {
  const { savedReplies: t } = tx.tables;
  const [found] = await tx
    .select()
    .from(t)
    .where(and(eq(t.id, id), isUsable(tx.tables, tx.actor.userId)));
  if (found === undefined) throw new AppError("not_found", SAVED_REPLIES.unknown);
  return found;
};

/** As it stands on the wire, for whoever asks. */
const toReply = (
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
const usableReplies = (reader: MemberReader) => {
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

const assertRoom = async (tx: MemberTx, ownerId: string | null): Promise<void> => {
  const { savedReplies: t } = tx.tables;
  const isTheirs = ownerId === null ? isNull(t.ownerId) : eq(t.ownerId, ownerId);
  const { total } = one(await tx.select({ total: count() }).from(t).where(isTheirs));
  const max = ownerId === null ? SHARED_REPLIES_MAX : OWN_REPLIES_MAX;
  if (total < max) return;
  const sentence = ownerId === null ? SAVED_REPLIES.full(max) : SAVED_REPLIES.ownFull(max);
  throw new AppError("conflict", sentence);
};

/** What is shared is the team's: that it was changed is written down, and others are told. */
const noteShared = async (
  tx: MemberTx,
  action: "reply.saved" | "reply.removed",
  id: number,
): Promise<void> => {
  await tx.audit({ action, subject: String(id) });
  tx.publish({ type: "replies.changed" });
};

const write = async (tx: MemberTx, draft: SavedReplyDraft): Promise<number> => {
  const { savedReplies: t } = tx.tables;
  const { id, title, text, isShared, revision } = draft;
  const ownerId = isShared ? null : tx.actor.userId;
  await assertMay(tx, "tickets");
  await tx.count("savedRepliesByMember", tx.actor.userId);
  const said = { title, text, ownerId, updatedAt: tx.clock.now() };
  if (id === null) {
    await assertRoom(tx, ownerId);
    const made = { ...said, revision: 1 };
    const written = one(await tx.insert(t).values(made).returning({ id: t.id })).id;
    if (isShared) await noteShared(tx, "reply.saved", written);
    return written;
  }
  const before = await findReply(tx, id);
  if (before.revision !== revision)
    throw new AppError("changed_meanwhile", SAVED_REPLIES.changedMeanwhile);
  if (before.ownerId === null && !isShared)
    throw new AppError("conflict", SAVED_REPLIES.staysShared);
  if (before.ownerId !== ownerId) await assertRoom(tx, ownerId);
  await tx
    .update(t)
    .set({ ...said, revision: revision + 1 })
    .where(eq(t.id, id));
  if (isShared) await noteShared(tx, "reply.saved", id);
  return id;
};

/**
 * Saves a reply, or changes one: anybody with the permission `tickets` changes what is shared, and what
 * is private its owner alone [AID-04]. With a key a new one is saved once.
 * @throws {AppError} `bad_request` for a placeholder that stands for nothing; `not_found`;
 *   `changed_meanwhile`; `conflict` where there are too many, and for making a shared one private;
 *   `too_many_requests`.
 */
export const saveReply = async (ctx: MemberCtx, draft: SavedReplyDraft): Promise<SavedReply> => {
  const stranger = unknownPlaceholder(draft.text);
  if (stranger !== null)
    throw wrongInput(SAVED_REPLIES.unknownPlaceholder(stranger, REPLY_PLACEHOLDER_NAMES), ["text"]);
  const { idempotencyKey } = draft;
  const key = idempotencyKey === undefined ? null : `reply:${idempotencyKey}`;
  return ctx.write(async (tx) => {
    const request = { actor: tx.actor.userId, key, content: JSON.stringify(draft) };
    const id = await once(tx, request, () => write(tx, draft));
    const rows = await usableReplies(tx);
    const found = rows.find(({ reply }) => reply.id === id);
    if (found === undefined) throw new AppError("not_found", SAVED_REPLIES.unknown);
    return toReply(found.reply, found.usedAt);
  });
};

/**
 * Removes one that the actor may change.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`, `too_many_requests`.
 */
export const removeReply = (ctx: MemberCtx, { id }: SavedReplyInput): Promise<string> =>
  ctx.write(async (tx) => {
    const { savedReplies: t, savedReplyUses: uses } = tx.tables;
    await assertMay(tx, "tickets");
    await tx.count("savedRepliesByMember", tx.actor.userId);
    const { ownerId } = await findReply(tx, id);
    await tx.delete(uses).where(eq(uses.replyId, id));
    await tx.delete(t).where(eq(t.id, id));
    if (ownerId === null) await noteShared(tx, "reply.removed", id);
    return SAVED_REPLIES.removed;
  });

/**
 * Keeps that the actor has used a reply, by which theirs are sorted.
 * @throws {AppError} `not_found`.
 */
export const noteReplyUse = (ctx: MemberCtx, { id }: SavedReplyInput): Promise<void> =>
  ctx.write(async (tx) => {
    const { savedReplyUses: uses } = tx.tables;
    const { userId } = tx.actor;
    await assertMay(tx, "tickets");
    await findReply(tx, id);
    const usedAt = tx.clock.now();
    const isIt = and(eq(uses.userId, userId), eq(uses.replyId, id));
    const changed = await tx
      .update(uses)
      .set({ usedAt })
      .where(isIt)
      .returning({ id: uses.replyId });
    if (changed.length === 0) await tx.insert(uses).values({ userId, replyId: id, usedAt });
  });

/** Removes somebody's private replies, and when they used which, in the caller's transaction. */
export const forgetReplies = async (tx: Tx, userId: string): Promise<void> => {
  const { savedReplies: t, savedReplyUses: uses } = tx.tables;
  await tx.delete(uses).where(eq(uses.userId, userId));
  const own = tx.select({ id: t.id }).from(t).where(eq(t.ownerId, userId));
  await tx.delete(uses).where(inArray(uses.replyId, own));
  await tx.delete(t).where(eq(t.ownerId, userId));
};

/** Makes one account's private replies those of another, in the caller's transaction. */
export const moveReplies = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { savedReplies: t, savedReplyUses: uses } = tx.tables;
  await tx.update(t).set({ ownerId: to }).where(eq(t.ownerId, from));
  // When a former account used them says nothing of this one.
  await tx.delete(uses).where(eq(uses.userId, from));
};
