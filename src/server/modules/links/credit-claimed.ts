import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { creditKeptVotes } from "#server/modules/votes/index.ts";
import { findRetired } from "./retired.ts";

/**
 * Credits, in the transaction in which an account that was moved in is claimed, the votes that were kept
 * while it waited [MOVE-07].
 */
export const creditClaimed = async (tx: Tx, userId: string): Promise<void> => {
  const { links: t } = tx.tables;
  const linked = await tx
    .select({ platform: t.platform, externalId: t.externalId, name: t.name })
    .from(t)
    .where(eq(t.userId, userId));
  const isRetired = await findRetired(tx, linked);
  for (const { platform, ...account } of linked) {
    if (platform === "discord") continue;
    const isEligible = !isRetired({ platform, ...account });
    await creditKeptVotes(tx, { ...account, userId, platform, isEligible });
  }
};
