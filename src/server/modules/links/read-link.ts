import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { findLink } from "./load.ts";
import { linkRefusals } from "./refusals.ts";

/**
 * The account that one has linked on a platform.
 * @throws {AppError} `not_found` where there is none.
 */
export const readLink = async ({ read, actor }: MemberCtx, platform: Platform) => {
  const link = await findLink(read, { userId: actor.userId, platform });
  if (link === null) throw new AppError("not_found", linkRefusals(platform).nothingLinked);
  return link;
};
