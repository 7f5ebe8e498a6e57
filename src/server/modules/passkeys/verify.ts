import { and, eq, lt, or } from "drizzle-orm";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { noteLimit } from "#server/access/note-limit.ts";
import { giveBackAttempts, LimitReached, type Verdict } from "#server/auth/limits.ts";
import type { MemberCtx, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import type { PasskeySite, Signature } from "#server/providers/passkeys/port.ts";
import { PASSKEYS } from "#shared/passkey-messages.ts";
import type { SignedByPasskey } from "#shared/schemas/passkeys.ts";
import { challengeIn, ofSession, spendChallenge } from "./challenges.ts";
import { assertPasskeySite } from "./site.ts";
import { transportsIn } from "./to-wire.ts";

/** A passkey that has signed what it was asked to, and whose it is. */
export type VerifiedPasskey = {
  id: string;
  userId: string;
  /** Whether the device made sure who uses it: then it is two factors at once. */
  isUserVerified: boolean;
};

type LimitRefusal = Exclude<Verdict, { allowed: true }>;
type Known = { id: string; userId: string; publicKey: Uint8Array; transports: unknown };

const refuse = (ctx: RequestCtx, detail: string): never => {
  ctx.log.info("passkey.refused", { requestId: ctx.requestId, detail });
  throw new AppError("passkey_refused", PASSKEYS.refused);
};

const findPasskey = async (tx: Tx, id: string, rpId: string): Promise<Known | undefined> => {
  const { passkeys: t } = tx.tables;
  const [found] = await tx
    .select({ id: t.id, userId: t.userId, publicKey: t.publicKey, transports: t.transports })
    .from(t)
    .where(and(eq(t.id, id), eq(t.rpId, rpId)));
  return found;
};

/** Counts an answer, and uses the challenge up, whatever the answer is worth. */
const begin = async (
  ctx: RequestCtx,
  site: PasskeySite,
  response: SignedByPasskey,
  whose: { purpose: "login" | "confirm"; heldBy: string },
): Promise<Known> => {
  type Begun = { limited: LimitRefusal } | { isOver: true } | { found: Known | undefined };
  const challenge = challengeIn(response.response.clientDataJSON);
  // What is refused is no error in here: that it was must stay written.
  const begun = await ctx.write(async (tx): Promise<Begun> => {
    const verdict = await tx.tryCount(...attemptsByAddress(ctx, "passkeysByAddress"));
    if (!verdict.allowed) {
      await noteLimit(tx, verdict, { actorId: null, subject: null });
      return { limited: verdict };
    }
    if (!(await spendChallenge(tx, { ...whose, challenge }))) return { isOver: true };
    return { found: await findPasskey(tx, response.id, site.rpId) };
  });
  if ("limited" in begun) throw new LimitReached(begun.limited);
  if ("isOver" in begun) throw new AppError("passkey_over", PASSKEYS.over);
  const { found } = begun;
  if (found === undefined) throw new AppError("passkey_refused", PASSKEYS.unknown);
  const { userHandle } = response.response;
  // Of a passkey that was made for somebody else here, whatever its id says.
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== found.userId)
    return refuse(ctx, "It was made for another account.");
  return found;
};

/**
 * Writes down that a passkey was used. One whose counter is not ahead of where it has been has a copy,
 * unless it does not count at all: then it is refused, and its owner's account says so [KEY-05].
 */
const noteUse = async (
  ctx: RequestCtx,
  { id, userId }: Known,
  { counter, isBackedUp }: Signature,
): Promise<void> => {
  const outcome = await ctx.write(async (tx) => {
    const { passkeys: t } = tx.tables;
    const isAhead = or(eq(t.counter, 0), lt(t.counter, counter));
    const used = await tx
      .update(t)
      .set({ counter, isBackedUp, lastUsedAt: tx.clock.now() })
      .where(and(eq(t.id, id), isAhead))
      .returning({ id: t.id });
    if (used.length > 0) {
      await giveBackAttempts(tx, attemptsByAddress(ctx, "passkeysByAddress"));
      return "used";
    }
    const [left] = await tx.select({ id: t.id }).from(t).where(eq(t.id, id));
    if (left === undefined) return "gone";
    const after = { reason: "counter" };
    await tx.audit({ actorId: null, action: "passkey.refused", subject: userId, after });
    await tellOfSecurity(tx, { userId, event: "passkeyCopied" });
    return "behind";
  });
  if (outcome === "gone") throw new AppError("passkey_refused", PASSKEYS.unknown);
  if (outcome === "behind") throw new AppError("passkey_refused", PASSKEYS.copied);
};

const verify = async (
  ctx: RequestCtx,
  response: SignedByPasskey,
  whose: { purpose: "login" | "confirm"; heldBy: string },
): Promise<VerifiedPasskey> => {
  const site = assertPasskeySite(ctx);
  const found = await begin(ctx, site, response, whose);
  const { id, userId, publicKey } = found;
  const signature = await ctx.passkeys.checkSignature({
    site,
    challenge: challengeIn(response.response.clientDataJSON),
    response,
    passkey: { id, publicKey, transports: transportsIn(found.transports) },
    isUserVerificationRequired: whose.purpose === "confirm",
  });
  if ("refused" in signature) return refuse(ctx, signature.refused);
  await noteUse(ctx, found, signature);
  return { id, userId, isUserVerified: signature.isUserVerified };
};

/**
 * Looks at what a browser has signed to log in, and writes its use down.
 * @throws {AppError} `passkey_over` for a challenge that has run out, was used, or was another
 *   browser's; `passkey_refused`; `passkeys_unavailable`; `too_many_requests`.
 */
export const verifyForLogin = (
  ctx: RequestCtx,
  response: SignedByPasskey,
): Promise<VerifiedPasskey> =>
  // Nothing is held by "": a browser without a secret was asked for nothing.
  verify(ctx, response, { purpose: "login", heldBy: ctx.browser.passkeySecret ?? "" });

/**
 * Looks at what a member has signed to confirm that it is them (`passkeys.requestConfirmation`), with a
 * passkey of theirs and verified by the device, and writes its use down. The caller then notes that the
 * session was confirmed.
 * @throws {AppError} as `verifyForLogin`, and `passkey_refused` for a passkey of somebody else.
 */
export const verifyPasskey = async (
  ctx: MemberCtx,
  response: SignedByPasskey,
): Promise<VerifiedPasskey> => {
  const verified = await verify(ctx, response, { purpose: "confirm", heldBy: ofSession(ctx) });
  if (verified.userId !== ctx.actor.userId)
    throw new AppError("passkey_refused", PASSKEYS.notYours);
  return verified;
};

/** Asked in the transaction in which a passkey opens something: it may have been removed meanwhile. */
export const assertPasskeyLeft = async (
  tx: Tx,
  { id, userId }: Pick<VerifiedPasskey, "id" | "userId">,
): Promise<void> => {
  const { passkeys: t } = tx.tables;
  const isIt = and(eq(t.id, id), eq(t.userId, userId));
  const [left] = await tx.select({ id: t.id }).from(t).where(isIt);
  if (left === undefined) throw new AppError("passkey_refused", PASSKEYS.unknown);
};
