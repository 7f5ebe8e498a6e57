import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import { readProof } from "#server/auth/proofs.ts";
import type { CtxReader, RequestCtx, Tx } from "#server/context/context.ts";
import { creditClaimed } from "#server/modules/links/index.ts";
import { claimUser } from "#server/modules/members/index.ts";
import { CODE_KINDS } from "#shared/constants/accounts.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";

/**
 * Who has linked a Discord account, and whether theirs is one that was imported and waits for exactly
 * the person who has proven it.
 * @returns null where nobody has.
 */
export const findDiscordOwner = async (
  reader: CtxReader,
  discordId: string,
): Promise<{ userId: string; isWaiting: boolean } | null> => {
  const { links, users } = reader.tables;
  const [found] = await reader
    .select({
      userId: links.userId,
      waitsSince: users.waitsSince,
      deactivatedAt: users.deactivatedAt,
    })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(and(eq(links.platform, "discord"), eq(links.externalId, discordId)));
  if (found === undefined) return null;
  const isWaiting = found.waitsSince !== null && found.deactivatedAt === null;
  return { userId: found.userId, isWaiting };
};

/** Whether an imported account waits for the Discord account that this browser has proven. */
export const discordWaits = async ({
  read,
  browser: { secret },
}: RequestCtx): Promise<{ waits: boolean }> => {
  if (secret === null) return { waits: false };
  const proof = await readProof(read, { browserSecret: secret, platform: "discord" });
  const owner = proof === null ? null : await findDiscordOwner(read, proof.externalId);
  return { waits: owner?.isWaiting === true };
};

/** For `.where(...)` over `users`: an imported account that its owner has not claimed yet. */
export const isWaiting = ({ users }: CtxReader["tables"]) =>
  and(isNotNull(users.waitsSince), isNull(users.deactivatedAt));

/**
 * Hands the imported account that waits with an address to whoever is known to have that address, in the
 * caller's transaction: with its points, tier and links.
 * @returns its id; null where none waits with this address.
 */
export const claimByAddress = async (
  tx: Tx,
  owner: { email: string; passwordHash: string; firstName: string; lastName: string },
): Promise<string | null> => {
  const { users: t } = tx.tables;
  const [waiting] = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.emailKey, emailKeyOf(owner.email)), isWaiting(tx.tables)));
  if (waiting === undefined || !(await claimUser(tx, { ...owner, ...waiting }))) return null;
  // What was mailed to it before is worth nothing from now on.
  await revokeCodes(tx, { userId: waiting.id, kinds: CODE_KINDS });
  await creditClaimed(tx, waiting.id);
  await tx.audit({ actorId: null, action: "account.claimed", subject: waiting.id });
  return waiting.id;
};
