import { and, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { RequestCtx } from "#server/context/context.ts";
import { LOGIN } from "#shared/messages.ts";
import type { mailInput } from "#shared/schemas/accounts.ts";
import { requestCode } from "./request-code.ts";

/**
 * Mails a link that makes the browser known in which it is opened: for the owner of an account whose
 * password others are guessing. Neither the answer nor its time tells whether there is such an account.
 * @throws {AppError} `bad_request` without an email address, `too_many_requests`.
 */
export const requestBrowserLink = async (
  ctx: RequestCtx,
  { email }: z.infer<typeof mailInput>,
): Promise<string> => {
  const { users } = ctx.tables;
  const isDue = and(isNotNull(users.verifiedAt), isNull(users.deactivatedAt));
  await requestCode(ctx, email, { kind: "browser", isDue, limit: "browserMailsByMailbox" });
  return LOGIN.linkSent;
};
