import type { z } from "zod";
import { attemptsByAddress } from "#server/access/account-changes.ts";
import { writeAndForgetPerson } from "#server/access/forget-person.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { spendCode } from "#server/auth/one-time-codes.ts";
import type { RequestCtx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import type { verificationInput } from "#shared/schemas/accounts.ts";
import { END_SESSIONS } from "#shared/security-messages.ts";
import { forgetPlaces, rememberPlace } from "./index.ts";

const REFUSED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> = {
  unknown: ["bad_request", END_SESSIONS.linkInvalid],
  expired: ["bad_request", END_SESSIONS.linkInvalid],
  used: ["code_used", END_SESSIONS.linkUsed],
};

/**
 * Signs an account out everywhere, for whoever has the link of a security mail; it opens nothing. Of the
 * browsers that the account knew this one is left [SAFE-06].
 * @returns the sentence to show.
 * @throws {AppError} `bad_request` for a code that is missing, unknown, expired or used;
 *   `too_many_requests`.
 */
export const endSessionsByLink = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof verificationInput>,
): Promise<string> => {
  if (!code) throw new AppError(...REFUSED.unknown);
  // Counted by itself: the try counts whatever comes of it.
  assertAllowed(await ctx.write((tx) => tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"))));
  await writeAndForgetPerson(ctx, async (tx) => {
    const spent = await spendCode(tx, { code, kind: "signout" });
    if (spent.outcome !== "ok") throw new AppError(...REFUSED[spent.outcome]);
    const { userId } = spent;
    const sessions = await tx.auth.sessions.endAll(tx, userId);
    await forgetPlaces(tx, userId);
    await rememberPlace(tx, ctx, userId);
    await tx.audit({
      actorId: null,
      action: "session.ended",
      subject: userId,
      after: { sessions, reason: "securityMail" },
    });
    tx.publish({ type: "account.changed", userId });
  });
  return END_SESSIONS.done;
};
