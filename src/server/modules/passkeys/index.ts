import { isIP } from "node:net";
import { and, count, eq, gt, gte, inArray, lt, or } from "drizzle-orm";
import { z } from "zod";
import { attemptsByAddress } from "#server/access/account-changes.ts";
import { noteLimit } from "#server/access/audit-notes.ts";
import { giveBackAttempts, LimitReached, type Verdict } from "#server/auth/limits.ts";
import { hashOf, randomSecret } from "#server/auth/secrets.ts";
import type { CtxReader, MemberCtx, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import type { PasskeySite, Signature } from "#server/providers/ports/people.ts";
import type { TimedTx } from "#server/store/store.ts";
import {
  PASSKEY_CHALLENGE_MS,
  PASSKEY_TRANSPORTS,
  type PasskeyPurpose,
  type PasskeyTransport,
} from "#shared/constants/factors.ts";
import { PASSKEYS } from "#shared/factor-messages.ts";
import type { Passkey, SignedByPasskey } from "#shared/schemas/passkeys.ts";

const hostOf = (origin: string) => new URL(origin).hostname;

/** The host for which a site at this address makes passkeys; null for an IP address, which browsers refuse. */
export const rpIdOf = (origin: string): string | null => {
  const host = hostOf(origin);
  return isIP(host.replace(/^\[|\]$/g, "")) === 0 ? host : null;
};

/**
 * The site as passkeys know it [KEY-01]: by the host of PUBLIC_URL. Without one, where it is reached by
 * a name of this machine.
 * @returns null where it has no name that browsers make passkeys for.
 */
export const passkeySiteOf = ({ siteOrigin }: RequestCtx): PasskeySite | null => {
  if (siteOrigin === null) return null;
  const rpId = rpIdOf(siteOrigin);
  return rpId === null ? null : { rpId, origin: new URL(siteOrigin).origin };
};

/** @throws {AppError} `passkeys_unavailable`. */
export const assertPasskeySite = (ctx: RequestCtx): PasskeySite => {
  const site = passkeySiteOf(ctx);
  if (site === null) throw new AppError("passkeys_unavailable", PASSKEYS.unavailable);
  return site;
};

const kept = z.array(z.enum(PASSKEY_TRANSPORTS)).catch([]);

/** How browsers reach a passkey, as it is kept. */
export const transportsIn = (column: unknown): PasskeyTransport[] => kept.parse(column);

type Row = Omit<Passkey, "addedAt" | "lastUsedAt" | "isSynced" | "isUsable"> & {
  rpId: string;
  isBackedUp: boolean;
  addedAt: Date;
  lastUsedAt: Date | null;
};

/** @param rpId the site's own; null where it has none. */
export const passkeyOnWire = (row: Row, rpId: string | null): Passkey => ({
  id: row.id,
  name: row.name,
  addedAt: row.addedAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isSynced: row.isBackedUp,
  isUsable: row.rpId === rpId,
});

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

/**
 * Removes passkeys of a person, in the caller's transaction.
 * @param since those alone that were added at this moment or later; all by default.
 * @returns whether there were any.
 */
export const forgetPasskeys = async (tx: Tx, userId: string, since?: Date): Promise<boolean> => {
  const { passkeys: t } = tx.tables;
  const isMeant = since === undefined ? undefined : gte(t.addedAt, since);
  const gone = await tx
    .delete(t)
    .where(and(eq(t.userId, userId), isMeant))
    .returning({ id: t.id });
  return gone.length > 0;
};

/** For which hosts there are passkeys, and how many for each. */
export const countPasskeysByHost = async (
  reader: CtxReader,
): Promise<{ rpId: string; count: number }[]> => {
  const { passkeys: t } = reader.tables;
  return reader.select({ rpId: t.rpId, count: count() }).from(t).groupBy(t.rpId).orderBy(t.rpId);
};
