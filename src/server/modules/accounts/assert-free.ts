import { and, eq } from "drizzle-orm";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { forgetAttempts, giveBackAttempts, LimitReached } from "#server/auth/limits.ts";
import { spendProof } from "#server/auth/proofs.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { REGISTRATION } from "#shared/account-messages.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import type { RegistrationInput } from "#shared/schemas/accounts.ts";

/** @param field in which the address was sent. */
export const emailInUse = (field = "email"): AppError =>
  wrongInput(REGISTRATION.emailInUse, [field], "email_in_use");

/** @returns why a registration is refused; null where both are free. */
const findTaken = async (
  tx: Tx,
  { email, discordId }: RegistrationInput,
): Promise<AppError | null> => {
  const { links, users } = tx.tables;
  const [link] = await tx
    .select({ userId: links.userId })
    .from(links)
    .where(and(eq(links.platform, "discord"), eq(links.externalId, discordId)));
  if (link !== undefined) return new AppError("discord_taken", REGISTRATION.discordTaken);
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, emailKeyOf(email)));
  return user === undefined ? null : emailInUse();
};

/**
 * Refuses a registration whose email address or Discord account is in use, before it costs a hash.
 * Such refusals tell who has an account, so they are counted, and stay counted; the last that a proof
 * allows spends it.
 * @throws {AppError} `email_in_use`, `discord_taken`; `too_many_requests`, for free addresses too.
 */
export const assertFree = async (
  ctx: RequestCtx,
  input: RegistrationInput,
  whose: { browserSecret: string; platform: "discord" },
): Promise<void> => {
  const ofProof = {
    name: "takenRegistrationsByProof",
    subject: hashOf(whose.browserSecret),
  } as const;
  const ofAddress = attemptsByAddress(ctx, "takenRegistrationsByAddress");
  const attempts = [...ofAddress, ofProof];
  // What is refused is no error in here: it must stay counted.
  const { verdict, taken } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attempts);
    if (!verdict.allowed) return { verdict, taken: null };
    const taken = await findTaken(tx, input);
    // A proof lets as many hashes be worked out, whether or not anything comes of them.
    if (taken === null) await giveBackAttempts(tx, ofAddress);
    else if (verdict.left === 0) {
      await spendProof(tx, { ...whose, externalId: input.discordId });
      await forgetAttempts(tx, ofProof);
    }
    return { verdict, taken };
  });
  if (!verdict.allowed) throw new LimitReached(verdict);
  if (taken !== null) throw taken;
};
