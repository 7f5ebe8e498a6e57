import { and, eq } from "drizzle-orm";
import type { Platform } from "#shared/constants/accounts.ts";
import type { Reader, Store } from "#server/store/store.ts";

/** The account that a member has linked on a platform; null for none. */
export const findLink = async (
  store: Store,
  reader: Reader,
  { userId, platform }: { userId: string; platform: Platform },
) => {
  const { links } = store.tables;
  const [found] = await reader
    .select({ externalId: links.externalId, name: links.name, imageUrl: links.imageUrl })
    .from(links)
    .where(and(eq(links.userId, userId), eq(links.platform, platform)));
  return found ?? null;
};
