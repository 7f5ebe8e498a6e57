import { inArray } from "drizzle-orm";
import type { Auth } from "#server/auth/auth.ts";
import type { CtxReader } from "#server/context/context.ts";
import type { Platform } from "#shared/constants/accounts.ts";

/** An account elsewhere, by what the platform calls it. */
export type Account = { platform: Platform; externalId: string };

type Keys = Pick<Auth, "lastingKeyFor">;

/** Under what a retired account is remembered: keyed, so that nobody can read whose it was. */
export const retiredHashOf = (auth: Keys, { platform, externalId }: Account): string => {
  const key = auth.lastingKeyFor("retired link");
  return new Bun.CryptoHasher("sha256", key).update(`${platform} ${externalId}`).digest("hex");
};

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
  const nameOf = ({ platform, externalId }: Account) => `${platform} ${externalId}`;
  const hashes = new Map(
    accounts.map((account) => [nameOf(account), retiredHashOf(reader.auth, account)]),
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
