import type { MemberCtx } from "#server/context.ts";

/** Counts what a member has us ask of Tebex for a basket. @throws {AppError} `too_many_requests`. */
export const countItem = ({ write, actor }: MemberCtx): Promise<void> =>
  write(async (tx) => {
    await tx.count("basketItemsByMember", actor.userId);
  });
