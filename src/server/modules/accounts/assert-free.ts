import { attemptsByAddress } from "#server/access/attempts.ts";
import { forgetAttempts, giveBackAttempts, LimitReached } from "#server/auth/limits.ts";
import { spendProof } from "#server/auth/proofs.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { findAddressOwner } from "#server/modules/members/index.ts";
import { REGISTRATION } from "#shared/account-messages.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import { findDiscordOwner } from "./waiting.ts";

/** @param field in which the address was sent. */
export const emailInUse = (field = "email"): AppError =>
  wrongInput(REGISTRATION.emailInUse, [field], "email_in_use");

/** @returns why a registration is refused; null where both are free. */
const findTaken = async (
  tx: Tx,
  email: string,
  discordId: string | null,
): Promise<AppError | null> => {
  const owner = discordId === null ? null : await findDiscordOwner(tx, discordId);
  if (owner !== null && !owner.isWaiting)
    return new AppError("discord_taken", REGISTRATION.discordTaken);
  const ownerId = await findAddressOwner(tx, emailKeyOf(email));
  return ownerId === null || ownerId === owner?.userId ? null : emailInUse();
};

/**
 * Refuses a registration whose email address or Discord account is in use, before it costs a hash.
 * Such refusals tell who has an account, so they are counted, and stay counted; the last that a proof
 * allows spends it. Without a proof every try stays counted: nothing else bounds how many hashes are
 * worked out.
 * @throws {AppError} `email_in_use`, `discord_taken`; `too_many_requests`, for free addresses too.
 */
export const assertFree = async (
  ctx: RequestCtx,
  email: string,
  claimed: {
    externalId: string;
    whose: { browserSecret: string; platform: "discord" };
  } | null,
): Promise<void> => {
  const ofAddress = attemptsByAddress(ctx, "takenRegistrationsByAddress");
  const ofProof =
    claimed === null
      ? null
      : ({
          name: "takenRegistrationsByProof",
          subject: hashOf(claimed.whose.browserSecret),
        } as const);
  const attempts = ofProof === null ? ofAddress : [...ofAddress, ofProof];
  // What is refused is no error in here: it must stay counted.
  const { verdict, taken } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attempts);
    if (!verdict.allowed) return { verdict, taken: null };
    const taken = await findTaken(tx, email, claimed?.externalId ?? null);
    if (claimed === null || ofProof === null) return { verdict, taken };
    // A proof lets as many hashes be worked out, whether or not anything comes of them.
    if (taken === null) await giveBackAttempts(tx, ofAddress);
    else if (verdict.left === 0) {
      await spendProof(tx, { ...claimed.whose, externalId: claimed.externalId });
      await forgetAttempts(tx, ofProof);
    }
    return { verdict, taken };
  });
  if (!verdict.allowed) throw new LimitReached(verdict);
  if (taken !== null) throw taken;
};
