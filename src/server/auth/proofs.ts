import { and, eq, gt, inArray, lt } from "drizzle-orm";
import type { Clock } from "#server/core/clock.ts";
import type { Store, TimedReader, TimedTx } from "#server/store/store.ts";
import { type Platform, PLATFORMS, PROOF_TTL_MS } from "#shared/constants/accounts.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { hashOf } from "./secrets.ts";

/** Longer than an answer is taken, however far the provider's clock is from ours [LINK-12]. */
const KEPT_MS = 10 * MINUTE_MS;

/**
 * Uses up the nonce of an OpenID answer, in the transaction that takes the answer.
 * @returns false where it was used before: then the answer is worth nothing.
 */
export const spendNonce = async (tx: TimedTx, nonce: string): Promise<boolean> => {
  const { openidNonces } = tx.tables;
  const expiresAt = new Date(tx.clock.now().getTime() + KEPT_MS);
  const kept = await tx
    .insert(openidNonces)
    .values({ nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: openidNonces.nonce });
  return kept.length === 1;
};

/** Removes up to `max` nonces whose answers are too old to be taken. @returns how many. */
export const forgetNonces = async (tx: TimedTx, max: number): Promise<number> => {
  const { openidNonces } = tx.tables;
  const old = tx
    .select({ nonce: openidNonces.nonce })
    .from(openidNonces)
    .where(lt(openidNonces.expiresAt, tx.clock.now()))
    .limit(max);
  const gone = await tx
    .delete(openidNonces)
    .where(inArray(openidNonces.nonce, old))
    .returning({ nonce: openidNonces.nonce });
  return gone.length;
};

/** That whoever holds a browser's secret owns a platform account. */
export type Proof = {
  platform: Platform;
  externalId: string;
  name: string;
  imageUrl: string | null;
};

/** @param browserSecret of the cookie of the browser in which it was proven (`randomSecret`). */
type Whose = { browserSecret: string; platform: Platform };

const hashOfProof = ({ browserSecret, platform }: Whose) => hashOf(`${platform} ${browserSecret}`);

/**
 * Keeps what a browser has proven, for 30 minutes unless it is said, in the caller's transaction. A newer proof of the
 * same platform takes the place of the older one.
 */
export const keepProof = async (
  tx: TimedTx,
  { browserSecret, keptMs = PROOF_TTL_MS, ...given }: Proof & Whose & { keptMs?: number },
): Promise<void> => {
  const { proofs } = tx.tables;
  const createdAt = tx.clock.now();
  const { platform, externalId, name, imageUrl } = given;
  const row = {
    platform,
    externalId,
    name,
    imageUrl,
    browserHash: hashOf(browserSecret),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + keptMs),
  };
  const hash = hashOfProof({ browserSecret, platform });
  await tx
    .insert(proofs)
    .values({ hash, ...row })
    .onConflictDoUpdate({ target: proofs.hash, set: row });
};

const proofColumns = ({ proofs }: Store["tables"]) => ({
  platform: proofs.platform,
  externalId: proofs.externalId,
  name: proofs.name,
  imageUrl: proofs.imageUrl,
});

const isGoodProof = ({ proofs }: Store["tables"], clock: Clock, whose: Whose) =>
  and(eq(proofs.hash, hashOfProof(whose)), gt(proofs.expiresAt, clock.now()));

/**
 * What this browser has proven; it can be read again and again.
 * @param reader `store.read`, or the transaction under way.
 * @returns null where there is nothing, or no longer.
 */
export const readProof = async (reader: TimedReader, whose: Whose): Promise<Proof | null> => {
  const { tables } = reader;
  const [found] = await reader
    .select(proofColumns(tables))
    .from(tables.proofs)
    .where(isGoodProof(tables, reader.clock, whose));
  return found ?? null;
};

/**
 * Uses a proof up, in the transaction that does what it is good for: if that fails, it remains.
 * @param claimed.externalId the account that the caller says was proven.
 * @returns what was proven, or null where this browser has not proven that account.
 */
export const spendProof = async (
  tx: TimedTx,
  { externalId, ...whose }: Whose & { externalId: string },
): Promise<Proof | null> => {
  const { tables } = tx;
  const [spent] = await tx
    .delete(tables.proofs)
    .where(and(isGoodProof(tables, tx.clock, whose), eq(tables.proofs.externalId, externalId)))
    .returning(proofColumns(tables));
  return spent ?? null;
};

/**
 * Hands what a browser has proven, in the caller's transaction, to its next secret: from then on the
 * former one is worth nothing.
 */
export const moveProofs = async (
  tx: TimedTx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { tables } = tx;
  for (const platform of PLATFORMS)
    await tx
      .update(tables.proofs)
      .set({ hash: hashOfProof({ browserSecret: to, platform }), browserHash: hashOf(to) })
      .where(isGoodProof(tables, tx.clock, { browserSecret: from, platform }));
};

/**
 * Forgets, in the caller's transaction, whatever a browser has proven: the next person may be another.
 * In a use case: `writeAndForgetPerson`.
 * @param browserSecret null where it has proven nothing.
 */
export const dropProofs = async (tx: TimedTx, browserSecret: string | null): Promise<void> => {
  if (browserSecret === null) return;
  const { proofs } = tx.tables;
  const hashes = PLATFORMS.map((platform) => hashOfProof({ browserSecret, platform }));
  await tx.delete(proofs).where(inArray(proofs.hash, hashes));
};

/** Removes up to `max` proofs that have run out. @returns how many. */
export const forgetProofs = async (tx: TimedTx, max: number): Promise<number> => {
  const { proofs } = tx.tables;
  const old = tx
    .select({ hash: proofs.hash })
    .from(proofs)
    .where(lt(proofs.expiresAt, tx.clock.now()))
    .limit(max);
  const gone = await tx
    .delete(proofs)
    .where(inArray(proofs.hash, old))
    .returning({ hash: proofs.hash });
  return gone.length;
};
