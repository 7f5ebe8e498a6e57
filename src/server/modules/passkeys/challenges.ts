import { and, eq, gt, inArray, lt } from "drizzle-orm";
import { hashOf, randomSecret } from "#server/auth/secrets.ts";
import type { MemberCtx } from "#server/context/context.ts";
import type { TimedTx } from "#server/store/store.ts";
import { PASSKEY_CHALLENGE_MS, type PasskeyPurpose } from "#shared/constants/passkeys.ts";

/** For whom a challenge is made: no other browser, and no other session, can answer it. */
type Whose = {
  purpose: PasskeyPurpose;
  /** The browser's secret, or what `ofSession` gives. */
  heldBy: string;
};

/** What a member is asked for is bound to their session. */
export const ofSession = ({ actor }: Pick<MemberCtx, "actor">): string =>
  `session ${actor.session.id}`;

/** Makes a challenge, in the caller's transaction: good for five minutes and one use [KEY-03]. */
export const keepChallenge = async (tx: TimedTx, { purpose, heldBy }: Whose): Promise<string> => {
  const challenge = randomSecret();
  await tx.insert(tx.tables.passkeyChallenges).values({
    hash: hashOf(challenge),
    purpose,
    browserHash: hashOf(heldBy),
    expiresAt: new Date(tx.clock.now().getTime() + PASSKEY_CHALLENGE_MS),
  });
  return challenge;
};

/** Uses a challenge up, in the caller's transaction. @returns whether it was good. */
export const spendChallenge = async (
  tx: TimedTx,
  { purpose, heldBy, challenge }: Whose & { challenge: string },
): Promise<boolean> => {
  const { passkeyChallenges: t } = tx.tables;
  const isIt = and(eq(t.hash, hashOf(challenge)), eq(t.purpose, purpose));
  const isTheirs = eq(t.browserHash, hashOf(heldBy));
  const spent = await tx
    .delete(t)
    .where(and(isIt, isTheirs, gt(t.expiresAt, tx.clock.now())))
    .returning({ hash: t.hash });
  return spent.length > 0;
};

/** What an answer says it was asked to sign; "" where it says nothing. */
export const challengeIn = (clientDataJSON: string): string => {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    if (typeof said !== "object" || said === null || !("challenge" in said)) return "";
    return typeof said.challenge === "string" ? said.challenge : "";
  } catch {
    return "";
  }
};

/** Removes up to `max` challenges that have run out. @returns how many. */
export const forgetChallenges = async (tx: TimedTx, max: number): Promise<number> => {
  const { passkeyChallenges: t } = tx.tables;
  const old = tx.select({ hash: t.hash }).from(t).where(lt(t.expiresAt, tx.clock.now())).limit(max);
  const gone = await tx.delete(t).where(inArray(t.hash, old)).returning({ hash: t.hash });
  return gone.length;
};
