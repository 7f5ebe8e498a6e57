import { z } from "zod/mini";
import { REPLY_TEXT_MAX, REPLY_TITLE_MAX } from "#shared/constants/saved-replies.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { idempotencyKey, recordId } from "./lists.ts";
import { text, words } from "./text.ts";

const time = z.iso.datetime();

/** A reply of the team that was written before. */
export const savedReply = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  /** Shared with everybody who has the permission `tickets`; otherwise one's own alone. */
  isShared: z.boolean(),
  /** Rises with each change. */
  revision: z.int(),
  updatedAt: time,
  /** When whoever asks has used it last; null where they never did. */
  lastUsedAt: z.nullable(time),
});
export type SavedReply = z.infer<typeof savedReply>;
/** What was used last comes first, what never was by its title. */
export const savedReplyList = z.array(savedReply);

export const savedReplyDraft = z.object({
  /** Null for a new one. */
  id: z.nullable(recordId),
  /** Of what was changed; 0 for a new one. */
  revision: z.int().check(z.minimum(0)),
  title: words(REPLY_TITLE_MAX),
  text: text(REPLY_TEXT_MAX).check(z.refine(isSeen, "must not be empty")),
  isShared: z.boolean(),
  idempotencyKey,
});
export type SavedReplyDraft = z.infer<typeof savedReplyDraft>;

export const savedReplyInput = z.object({ id: recordId });
export type SavedReplyInput = z.infer<typeof savedReplyInput>;
