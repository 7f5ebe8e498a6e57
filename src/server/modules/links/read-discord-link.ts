import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { ACCOUNT } from "#shared/messages.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";
import { listLinks } from "./list-links.ts";

/**
 * The linked Discord account.
 * @throws {AppError} `not_found` where there is none.
 */
export const readDiscordLink = async (ctx: MemberContext): Promise<DiscordAccount> => {
  const { discord } = await listLinks(ctx);
  if (discord === null) throw new AppError("not_found", ACCOUNT.noDiscord);
  return discord;
};
