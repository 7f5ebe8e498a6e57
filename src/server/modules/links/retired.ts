import { inArray } from "drizzle-orm";
import { type Account, accountHashOf } from "#server/auth/account-hash.ts";
import type { CtxReader } from "#server/context/context.ts";

const nameOf = ({ platform, externalId }: Account) => `${platform} ${externalId}`;

/**
 * Tells which accounts earn no points any more, because somebody has unlinked them once [LINK-06].
 * One query, whatever their number.
 * @returns a test for the accounts given.
 */
export const findRetired = async (
  reader: CtxReader,
  accounts: readonly Account[],
): Promise<(account: Account) => boolean> => {
  const { retiredLinks } = reader.tables;
  const hashes = new Map(
    accounts.map((account) => [nameOf(account), accountHashOf(reader.auth, account)]),
  );
  const found =
    hashes.size === 0
      ? []
      : await reader
          .select({ hash: retiredLinks.hash })
          .from(retiredLinks)
          .where(inArray(retiredLinks.hash, [...hashes.values()]));
  const retired = new Set(found.map(({ hash }) => hash));
  return (account) => retired.has(hashes.get(nameOf(account)) ?? "");
};
