import { and, eq } from "drizzle-orm";
import { spendNonce } from "#server/auth/openid-nonces.ts";
import { keepProof, moveProofs } from "#server/auth/proofs.ts";
import type { Ctx } from "#server/context/context.ts";
import { keepPicture } from "#server/modules/pictures/index.ts";
import type { Identity } from "#server/providers/identity/port.ts";
import type { Platform } from "#shared/constants/accounts.ts";

type Given = Pick<Identity, "externalId" | "name"> &
  Partial<Identity> & {
    platform: Platform;
    /** By which it is found from now on. */
    browserSecret: string;
    /** By which the browser's other proofs were found so far; null or absent for none. */
    formerSecret?: string | null;
    /** Whoever registers has no use for an account that a member has linked already. */
    isForMember: boolean;
    /** For how long it is kept. */
    keptMs?: number;
  };

type Proven = {
  /** `replayed`: the answer was used before. `taken`: a member has linked this account. */
  outcome: "kept" | "taken" | "replayed";
  /** Where the site serves the account's picture; null for none. */
  imageUrl: string | null;
};

/**
 * Keeps, for 30 minutes unless it is said, that a browser has proven an account elsewhere [LINK-01], and its picture.
 * A proof of an account that is linked is kept for a member alone: it may be their own.
 */
export const proveAccount = (
  { write, tables }: Ctx,
  { picture = null, nonce = null, formerSecret = null, isForMember, ...given }: Given,
): Promise<Proven> =>
  write(async (tx) => {
    const { links, users } = tables;
    if (nonce !== null && !(await spendNonce(tx, nonce)))
      return { outcome: "replayed", imageUrl: null };
    const [taken] = await tx
      .select({ waitsSince: users.waitsSince })
      .from(links)
      .innerJoin(users, eq(users.id, links.userId))
      .where(and(eq(links.platform, given.platform), eq(links.externalId, given.externalId)))
      .limit(1);
    // One that was imported waits for exactly this.
    const isWaiting = taken !== undefined && taken.waitsSince !== null;
    if (taken !== undefined && !isWaiting && !isForMember)
      return { outcome: "taken", imageUrl: null };
    const imageUrl = picture === null ? null : await keepPicture(tx, picture);
    if (formerSecret !== null)
      await moveProofs(tx, { from: formerSecret, to: given.browserSecret });
    await keepProof(tx, { ...given, imageUrl });
    const isFree = taken === undefined || (isWaiting && !isForMember);
    return { outcome: isFree ? "kept" : "taken", imageUrl };
  });
