import { and, eq } from "drizzle-orm";
import type { Reader } from "#server/store/store.ts";
import type { Platform } from "#shared/constants/accounts.ts";

/** Everything that a member has linked, in one query. */
export const findLinks = (reader: Reader, userId: string) => {
  const { links } = reader.tables;
  const { platform, externalId, name, imageUrl } = links;
  return reader
    .select({ platform, externalId, name, imageUrl })
    .from(links)
    .where(eq(links.userId, userId));
};

/** The account that a member has linked on a platform; null for none. */
export const findLink = async (
  reader: Reader,
  { userId, platform }: { userId: string; platform: Platform },
) => {
  const { links } = reader.tables;
  const [found] = await reader
    .select({ externalId: links.externalId, name: links.name, imageUrl: links.imageUrl })
    .from(links)
    .where(and(eq(links.userId, userId), eq(links.platform, platform)));
  return found ?? null;
};
