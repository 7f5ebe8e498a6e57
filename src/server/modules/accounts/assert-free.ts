import { and, eq } from "drizzle-orm";
import { REGISTRATION } from "#shared/messages.ts";
import type { RegistrationInput } from "#shared/schemas/accounts.ts";
import {
  attemptOf,
  attemptsByAddress,
  countAttempts,
  giveBackAttempts,
} from "#server/auth/attempts.ts";
import { emailKeyOf } from "#server/auth/email-key.ts";
import { forgetAttempts, LimitReached } from "#server/auth/limits.ts";
import { spendProof } from "#server/auth/proofs.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { RequestContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/store/store.ts";

/** @returns the sentence with which a registration is refused; null where both are free. */
const findTaken = async (
  { store }: RequestContext,
  tx: Tx,
  { email, discordId }: RegistrationInput,
): Promise<string | null> => {
  const { links, users } = store.tables;
  const [link] = await tx
    .select({ userId: links.userId })
    .from(links)
    .where(and(eq(links.platform, "discord"), eq(links.externalId, discordId)));
  if (link !== undefined) return REGISTRATION.discordTaken;
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, emailKeyOf(email)));
  return user === undefined ? null : REGISTRATION.emailInUse;
};

/**
 * Refuses a registration whose email address or Discord account is in use, before it costs a hash.
 * Such refusals tell who has an account, so they are counted, and stay counted; the last that a proof
 * allows spends it.
 * @throws {AppError} `bad_request`; `too_many_requests`, for free addresses too.
 */
export const assertFree = async (
  ctx: RequestContext,
  input: RegistrationInput,
  whose: { browserSecret: string; platform: "discord" },
): Promise<void> => {
  const { store, clock } = ctx;
  const ofProof = attemptOf(ctx, "takenRegistrationsByProof", hashOf(whose.browserSecret));
  const ofAddress = attemptsByAddress(ctx, "takenRegistrationsByAddress");
  const attempts = [...ofAddress, ofProof];
  // What is refused is no error in here: it must stay counted.
  const { verdict, taken } = await store.write(async (tx) => {
    const verdict = await countAttempts(ctx, tx, attempts);
    if (!verdict.allowed) return { verdict, taken: null };
    const taken = await findTaken(ctx, tx, input);
    // A proof lets as many hashes be worked out, whether or not anything comes of them.
    if (taken === null) await giveBackAttempts(ctx, tx, ofAddress);
    else if (verdict.left === 0) {
      await spendProof(store, tx, clock, { ...whose, externalId: input.discordId });
      await forgetAttempts(store, tx, ofProof.name, ofProof.subject);
    }
    return { verdict, taken };
  });
  if (!verdict.allowed) throw new LimitReached(verdict);
  if (taken !== null) throw new AppError("bad_request", taken);
};
