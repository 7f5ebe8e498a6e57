import type { Deps } from "#server/deps.ts";
import { indexMember } from "#server/modules/members/index.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { systemIn } from "./context.ts";

type Account = { externalId?: string; name?: string; imageUrl?: string | null };

/** Puts a link into the store, as if it had been proven, and lets the search know of it. */
export const addLink = async (
  { store, clock }: Pick<Deps, "store" | "clock">,
  userId: string,
  platform: Platform,
  account: Account = {},
): Promise<void> => {
  const { externalId = `${platform}-of-${userId}`, name = "Somebody", imageUrl = null } = account;
  await systemIn(store).write(async (tx) => {
    const row = { userId, platform, externalId, name, imageUrl, linkedAt: clock.now() };
    await tx.insert(store.tables.links).values(row);
    await indexMember(tx, userId);
  });
};
