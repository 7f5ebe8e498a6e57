import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { readProof } from "#server/auth/proofs.ts";
import type { CtxReader, RequestCtx } from "#server/context/context.ts";

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
