import { eq, inArray } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

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
