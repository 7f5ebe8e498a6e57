import type { MemberCtx } from "#server/context/context.ts";
import { OWN_REPLIES_MAX, SHARED_REPLIES_MAX } from "#shared/constants/saved-replies.ts";
import type { SavedReply } from "#shared/schemas/saved-replies.ts";
import { toReply, usableReplies } from "./load.ts";

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
