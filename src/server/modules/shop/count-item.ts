import { assertAllowed, countAttempt } from "#server/auth/limits.ts";
import type { MemberContext } from "#server/context.ts";

/** Counts what a member has us ask of the store for a basket. @throws {AppError} `too_many_requests`. */
export const countItem = ({ store, clock, config, actor }: MemberContext): Promise<void> =>
  store.write(async (tx) => {
    const { basketItemsByMember: limit } = config.community.limits;
    assertAllowed(await countAttempt(store, tx, clock, "basketItemsByMember", actor.userId, limit));
  });
